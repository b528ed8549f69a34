/** The beginning of a connection URL: everything up to the hosts, and the hosts. */
const beginning = /^(postgres(?:ql)?:\/\/(?:[^@/]*@)?)([^/?#@]*)/;

/**
 * The URLs of the servers that the URL of a database names, one for each of its hosts, as in libpq:
 * `postgres://user@one:5432,two:5432/name`. A URL with one host stays as it is.
 */
export function urlsOf(databaseUrl: string): string[] {
  const [begun = '', before = '', hosts = ''] = beginning.exec(databaseUrl) ?? [];
  if (!hosts.includes(',')) return [databaseUrl];
  // The driver does not know this parameter of libpq. Of several servers, the one that takes writes is always meant.
  const behind = databaseUrl.slice(begun.length);
  const rest = behind.replace(/([?&])target_session_attrs=[^&]*(&|$)/, (_, mark, next) => (next === '&' ? mark : ''));
  return hosts.split(',').map((host) => before + host + rest);
}
