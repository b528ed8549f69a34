/**
 * What statements and the driver's reading of values rely on, whatever a server, a database or a role has as defaults
 * (decisions P20). Missing schemas of the path are ignored; some hosts keep extensions in one of that name.
 */
export const sessionSettings = {
  TimeZone: 'UTC',
  DateStyle: 'ISO, MDY',
  IntervalStyle: 'postgres',
  default_transaction_isolation: 'read committed',
  search_path: '"$user", public, extensions',
} as const;

/** The settings that PgBouncer keeps for each client, as parameters of the start of a connection. */
export const pooledStartup = { timezone: sessionSettings.TimeZone, datestyle: sessionSettings.DateStyle };

/** Begins a transaction through PgBouncer, which does not keep the other settings. */
export const beginPooled =
  `begin isolation level ${sessionSettings.default_transaction_isolation}; ` +
  `set local IntervalStyle = '${sessionSettings.IntervalStyle}'; set local search_path = ${sessionSettings.search_path}`;

/** What a pooler runs on each connection to the server, for statements outside of transactions. */
export const pooledSettings =
  `set IntervalStyle = ${sessionSettings.IntervalStyle}; set search_path = public; ` +
  `set default_transaction_isolation = "${sessionSettings.default_transaction_isolation}"`;

/** SQL whose value are the settings of the connection, as a JSON object. */
export const settingsFound = `(select json_object_agg(name, current_setting(name))
  from unnest(array['${Object.keys(sessionSettings).join("', '")}']) name)`;

/** The names of the settings that are others than the service needs. */
export function unsuited(found: Record<string, string>): string[] {
  const isRight = (name: string, wanted: string) =>
    name === 'search_path' ? /\bpublic\b/.test(found[name] ?? '') : found[name] === wanted;
  return Object.entries(sessionSettings).flatMap(([name, wanted]) => (isRight(name, wanted) ? [] : [name]));
}
