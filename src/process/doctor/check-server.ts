import type pg from 'pg';
import type { Config } from '../../platform/config.ts';
import { connectToOne, sessionOptions, pooledSettings, settingsFound, unsuited } from '@runners/postgres';
import type { Hosts } from '@runners/postgres';
import { passed, patienceMs, warning } from './check.ts';
import type { Finding } from './check.ts';

/** Names the collation, and warns if it changes letters as ASCII does not, or is not the one of the indexes. */
export async function checkCollation(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; lowers: boolean; built: string | null; actual: string | null }>(
    `select coalesce(to_jsonb(d) ->> 'datlocale', to_jsonb(d) ->> 'daticulocale', d.datcollate) as name,
       lower('I') = 'i' as lowers, d.datcollversion as built, pg_database_collation_actual_version(d.oid) as actual
     from pg_database d where datname = current_database()`,
  );
  return rows.map(({ name, lowers, built, actual }) => {
    if (built !== actual)
      return warning(
        'collation',
        `The indexes were built with version ${built} of ${name}, and the server has version ${actual}`,
        'Run REINDEX DATABASE and ALTER DATABASE … REFRESH COLLATION VERSION.',
      );
    if (lowers) return passed('collation', `The database sorts by ${name}`);
    const advice = 'E-mail addresses are compared without it. For all else, create the database with another locale.';
    return warning('collation', `The database sorts by ${name}, in which I is not the capital letter of i`, advice);
  });
}

/** Connects as the service does, and warns of the settings that something between ignores. */
export async function checkSettings(config: Config, hosts: Hosts): Promise<Finding[]> {
  const pooled = config.databaseDirectUrl !== undefined;
  const patience = { connectionTimeoutMillis: patienceMs, query_timeout: patienceMs };
  const options = pooled ? patience : { ...patience, options: sessionOptions(config) };
  const client = await connectToOne(hosts, options);
  try {
    const { rows } = await client.query<{ found: Record<string, string> }>(`select ${settingsFound} as found`);
    const others = unsuited(rows[0]?.found ?? {});
    if (others.length === 0) return [passed('settings', 'Connections have the settings that the service needs')];
    const advice = pooled
      ? `Set connect_query of the pooler to '${pooledSettings}', and remove them from ignore_startup_parameters.`
      : 'Remove the options from DATABASE_URL, or whatever else sets them.';
    return [warning('settings', `Connections have other settings than the service sets: ${others.join(', ')}`, advice)];
  } finally {
    await client.end().catch(() => {});
  }
}

const dayMs = 86_400_000;
/** Every ten days of two years, so that a shift of a month is noticed. */
const instants = Array.from({ length: 73 }, (_, i) => i * 10 * dayMs);

/** Compares the offsets of all time zones that both the server and Node know. */
export async function checkZones(client: pg.Client): Promise<Finding> {
  const from = Math.floor(Date.now() / dayMs) * dayMs;
  const { rows } = await client.query<{ zone: string; offsets: number[] }>(
    `select zone, array(
       select extract(epoch from (t at time zone zone) - (t at time zone 'UTC'))::int / 60
       from unnest($2::timestamptz[]) with ordinality u(t, i) order by i) as offsets
     from unnest($1::text[]) zone where lower(zone) in (select lower(name) from pg_timezone_names)`,
    [Intl.supportedValuesOf('timeZone'), instants.map((after) => new Date(from + after))],
  );
  const others = rows.filter(({ zone, offsets }) => {
    const offsetAt = offsetsOf(zone);
    return instants.some((after, i) => offsetAt(from + after) !== offsets[i]);
  });
  const here = `that of Node (${process.versions.tz ?? process.version})`;
  if (others.length === 0) return passed('time zones', `The tzdata of the server agrees with ${here}`);
  const some = others.slice(0, 3).map(({ zone }) => zone);
  return warning(
    'time zones',
    `The tzdata of the server differs from ${here} in ${others.length} zones, such as ${some.join(', ')}`,
    'Update the package tzdata on the server, or PostgreSQL, and Node if it is the older one.',
  );
}

/** Returns the minutes that a zone is ahead of UTC at a time. */
function offsetsOf(timeZone: string): (time: number) => number {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset', hour: 'numeric' });
  return (time) => {
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(time)) ?? [];
    return (sign === '-' ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(minutes ?? 0));
  };
}
