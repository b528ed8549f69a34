/** A connection URL with its parts: everything up to the hosts, the hosts, and everything behind them. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#@]*)(.*)$/s;

/**
 * The URLs of the servers that a `DATABASE_URL` names, one for each of its hosts, as in libpq:
 * `postgres://user@one:5432,two:5432/name`. A URL with one host stays as it is.
 */
export function urlsOf(databaseUrl: string): string[] {
  const [, before = '', hosts = '', behind = ''] = parts.exec(databaseUrl) ?? [];
  if (!hosts.includes(',')) return [databaseUrl];
  // The driver does not know this parameter of libpq. Of several servers, the one that takes writes is always meant.
  const rest = behind.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_, mark, next) => (next === '&' ? mark : ''));
  return hosts.split(',').map((host) => before + host + rest);
}
