import { existsSync } from 'node:fs';
import type pg from 'pg';
import { openDatabase } from '../../wiring/open-database.ts';
import type { Config } from '../../platform/config.ts';
import { ConnectionLost, connectToOne, driverOf, sessionOptions, embeddedFolder, makeHosts } from '@runners/postgres';
import type { Queries } from '@runners/postgres';
import { appliedMigrations, isMigrated } from '../../platform/database/migrate.ts';
import { migrationNames } from '../../platform/database/migration-names.ts';
import { checkCollation, checkSettings, checkZones } from './check-server.ts';
import { checkMigrations } from './check-migrations.ts';
import { checkOldCredentials } from './check-old-credentials.ts';
import { checkPreparing } from './check-preparing.ts';
import { failed, passed, patienceMs, reasonOf, warning } from './check.ts';
import type { Finding } from './check.ts';

/** The oldest supported version of PostgreSQL, and the required extensions. */
const oldest = 15;
const extensions = ['pg_trgm', 'cube'] as const;
/** Connections that PostgreSQL keeps for superusers. */
const reserved = 3;
/** The number of seconds by which the clocks may differ. Signed links and keys are compared with both clocks. */
const mostSkew = 2;
/** A day before the newest migration was written: no right clock shows an earlier time, in whichever time zone that was. */
const earliest = Date.parse(migrationNames.at(-1)?.slice(0, 10) ?? '') - 86_400_000;
const synchronize = 'Synchronize all machines with NTP.';

/** Checks the database, its extensions, the migrations and the clock. It only reads. */
export function checkDatabase(config: Config): Promise<Finding[]> {
  return config.databaseUrl ? checkServer(config, config.databaseUrl) : checkEmbedded(config);
}

async function checkServer(config: Config, databaseUrl: string): Promise<Finding[]> {
  const hosts = makeHosts(databaseUrl, await driverOf(config), config.databaseDirectUrl !== undefined);
  let client: pg.Client;
  try {
    client = await connectToOne(hosts, {
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      // The tables are found as the service finds them.
      options: config.databaseDirectUrl ? undefined : sessionOptions(config),
    });
  } catch (error) {
    return [failed('database', `The connection failed: ${reasonOf(error)}`, adviceFor(error))];
  }
  try {
    const { found, after } = await timed(client);
    const one: Queries['one'] = async ({ text }, values) => (await client.query(text, [...values])).rows[0] as never;
    const migrations = await checkMigrations((await migrationsOn(client)) ?? [], { one });
    return [
      checkVersion(found),
      checkConnections(config, found),
      ...(await checkExtensions(client)),
      ...migrations,
      checkClock(after, found.now),
      ...(migrations[0]?.state === 'passed'
        ? [...(await checkPreparing({ one })), ...(await checkOldCredentials({ one }))]
        : []),
      ...(await checkCollation(client)),
      ...(await checkSettings(config, hosts)),
      await checkZones(client),
    ];
  } catch (error) {
    return [failed('database', `A query failed: ${reasonOf(error)}`, 'Look at the log of PostgreSQL.')];
  } finally {
    await client.end().catch(() => {});
  }
}

/** The properties of the server that are checked. */
interface Server {
  version: number;
  encoding: string;
  connections: number;
  /** Connections that are open now, without those of this user to this database, which may be the service itself. */
  taken: number;
  /** Milliseconds since 1970, by the clock of the database. */
  now: number;
}

/** Reads the properties of the server. `after` is the time by the clock of this machine, midway between query and answer. */
async function timed(client: pg.Client): Promise<{ found: Server; after: number }> {
  const before = Date.now();
  const { rows } = await client.query<Server>(
    `select current_setting('server_version_num')::int / 10000 as version,
       pg_encoding_to_char(encoding) as encoding, current_setting('max_connections')::int as connections,
       (select coalesce(sum(numbackends), 0)::int from pg_stat_database)
         - (select count(*)::int from pg_stat_activity where datname = current_database() and usename = current_user) as taken,
       extract(epoch from clock_timestamp())::float8 * 1000 as now
     from pg_database where datname = current_database()`,
  );
  return { found: rows[0] as Server, after: (before + Date.now()) / 2 };
}

function checkVersion({ version, encoding }: Server): Finding {
  if (version < oldest)
    return failed('database', `The server has version ${version} of PostgreSQL`, `Use version ${oldest} or newer.`);
  if (encoding !== 'UTF8')
    return failed('database', `The encoding of the database is ${encoding}`, 'Create the database with ENCODING UTF8.');
  return passed('database', `PostgreSQL ${version} responds, with the encoding ${encoding}`);
}

function checkConnections({ workers, databasePool }: Config, { connections, taken }: Server): Finding {
  const needed = workers * (databasePool + 1);
  const said = `The service opens up to ${needed} of ${connections} connections, and others have ${taken}`;
  if (needed <= connections - reserved - taken) return passed('connections', said);
  if (needed <= connections - reserved)
    return warning('connections', said, 'Close some of the others, or raise max_connections of PostgreSQL.');
  return warning(
    'connections',
    `The service opens up to ${needed} connections, but the server accepts only ${connections}`,
    'Lower DATABASE_POOL or WORKERS, or raise max_connections of PostgreSQL.',
  );
}

async function checkExtensions(client: pg.Client): Promise<Finding[]> {
  const { rows } = await client.query<{ name: string; installed: boolean; creatable: boolean }>(
    `select name, installed_version is not null as installed,
       has_database_privilege(current_database(), 'create') as creatable
     from pg_available_extensions where name = any($1)`,
    [extensions],
  );
  const migrated = (await migrationsOn(client))?.length ?? 0;
  return extensions.map((name) => {
    const what = `extension ${name}`;
    const found = rows.find((row) => row.name === name);
    if (!found)
      return failed(
        what,
        'It is not available on the server',
        `Install PostgreSQL's contrib modules (package postgresql-contrib) on the server.`,
      );
    if (found.installed) return passed(what, 'It is installed');
    const create = `Run CREATE EXTENSION ${name} in the database as its owner or a superuser.`;
    if (migrated > 0) return failed(what, 'It is missing from the database', create);
    if (!found.creatable) return failed(what, 'This user does not have permission to create it', create);
    return passed(what, 'The service creates it when it starts for the first time');
  });
}

/** The names of the applied migrations, or null if their table does not exist. */
async function migrationsOn(client: pg.Client): Promise<string[] | null> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`);
  if (!rows[0]?.there) return null;
  return (await client.query<{ name: string }>('select name from migrations')).rows.map(({ name }) => name);
}

/** @param database the time by the clock of the database, undefined for the embedded one, which has the same */
function checkClock(here: number, database = here): Finding {
  if (here < earliest)
    return failed(
      'clock',
      `It shows ${new Date(here).toISOString()}, when this version was not there yet`,
      synchronize,
    );
  const seconds = Math.round((here - database) / 100) / 10;
  if (Math.abs(seconds) <= mostSkew) return passed('clock', 'It agrees with the clock of the database');
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return failed('clock', `It is ${Math.abs(seconds)} s ${direction} the clock of the database`, synchronize);
}

async function checkEmbedded(config: Config): Promise<Finding[]> {
  const folder = embeddedFolder(config.dataDir);
  if (folder === 'memory://' || !existsSync(folder))
    return [
      passed('database', 'The embedded database is created when the service starts for the first time'),
      checkClock(Date.now()),
    ];
  let database;
  try {
    database = await openDatabase(config);
  } catch (error) {
    const advice =
      'If the service is using this folder, request its /readyz instead, or stop it and run the doctor again.';
    return [failed('database', `The embedded database cannot be opened: ${reasonOf(error)}`, advice)];
  }
  try {
    const isCurrent = await isMigrated(database);
    const migrations = await checkMigrations(await appliedMigrations(database), database);
    return [
      passed('database', 'The embedded database can be opened'),
      ...migrations,
      checkClock(Date.now()),
      ...(isCurrent ? [...(await checkPreparing(database)), ...(await checkOldCredentials(database))] : []),
    ];
  } finally {
    await database.close();
  }
}

function adviceFor(error: unknown): string {
  if (error instanceof ConnectionLost) return 'Let DATABASE_URL name the server that takes writes.';
  const { code } = error as { code?: string };
  if (code === '28P01' || code === '28000') return 'Correct the user and the password in DATABASE_URL.';
  if (code === '3D000') return 'Create the database that DATABASE_URL names (createdb).';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN')
    return 'Correct the host in DATABASE_URL, or check the name server.';
  return 'Start PostgreSQL, and check the host and the port in DATABASE_URL and the firewall.';
}
