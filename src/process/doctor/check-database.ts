import { existsSync } from 'node:fs';
import pg from 'pg';
import { openDatabase } from '../../domain/open-database.ts';
import type { Config } from '../../platform/config.ts';
import { isMigrated } from '../../platform/database/migrate.ts';
import { embeddedFolder } from '../../platform/database/orm-options.ts';
import { migrationNames } from '../../platform/database/probe.ts';
import { fine, patienceMs, reasonOf, warning, wrong } from './check.ts';
import type { Finding } from './check.ts';

/** The oldest PostgreSQL that the service runs on, and what it needs to be there. */
const oldest = 15;
const extensions = ['pg_trgm', 'cube'] as const;
/** Seconds by which the clocks may differ: signed links and keys are compared with both. */
const mostSkew = 2;

/** Database, extensions, migrations and the clock. What is read changes nothing. */
export function checkDatabase(config: Config): Promise<Finding[]> {
  return config.databaseUrl ? checkServer(config, config.databaseUrl) : checkEmbedded(config);
}

async function checkServer(config: Config, connectionString: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: patienceMs, query_timeout: patienceMs });
  client.on('error', () => {});
  try {
    await client.connect();
  } catch (error) {
    void client.end().catch(() => {});
    return [wrong('database', `it cannot be opened: ${reasonOf(error)}`, adviceFor(error))];
  }
  try {
    const { found, after } = await timed(client);
    return [
      checkVersion(found),
      checkConnections(config, found),
      ...(await checkExtensions(client)),
      await checkMigrations(client),
      checkClock(found.now, after),
    ];
  } catch (error) {
    return [wrong('database', `it does not answer: ${reasonOf(error)}`, 'See the log of PostgreSQL.')];
  } finally {
    await client.end().catch(() => {});
  }
}

/** What is read of the server. */
interface Server {
  version: number;
  encoding: string;
  connections: number;
  /** Milliseconds since 1970, by the clock of the database. */
  now: number;
}

/** What the server says, and when: by this machine's clock, in the middle of the question and the answer. */
async function timed(client: pg.Client): Promise<{ found: Server; after: number }> {
  const before = Date.now();
  const { rows } = await client.query<Server>(
    `select current_setting('server_version_num')::int / 10000 as version,
       pg_encoding_to_char(encoding) as encoding, current_setting('max_connections')::int as connections,
       extract(epoch from clock_timestamp())::float8 * 1000 as now
     from pg_database where datname = current_database()`,
  );
  return { found: rows[0] as Server, after: (before + Date.now()) / 2 };
}

function checkVersion({ version, encoding }: Server): Finding {
  if (version < oldest) return wrong('database', `it is PostgreSQL ${version}`, `Use PostgreSQL ${oldest} or newer.`);
  if (encoding !== 'UTF8')
    return wrong('database', `its encoding is ${encoding}`, 'Create the database with ENCODING UTF8.');
  return fine('database', `PostgreSQL ${version} answers`);
}

function checkConnections({ workers, databasePool }: Config, { connections }: Server): Finding {
  const needed = workers * (databasePool + 1);
  if (needed <= connections - 3) return fine('connections', `${needed} of ${connections} may be used by this service`);
  return warning(
    'connections',
    `this service may open ${needed}, and the server accepts ${connections}`,
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
  const migrated = (await appliedMigrations(client))?.length ?? 0;
  return extensions.map((name) => {
    const what = `extension ${name}`;
    const found = rows.find((row) => row.name === name);
    if (!found)
      return wrong(
        what,
        'the server does not have it',
        `Install PostgreSQL's contrib modules (package postgresql-contrib) on the server.`,
      );
    if (found.installed) return fine(what, 'it is installed');
    const create = `Run CREATE EXTENSION ${name} in the database as its owner or a superuser.`;
    if (migrated > 0) return wrong(what, 'it is missing from the database', create);
    if (!found.creatable) return wrong(what, 'this user may not create it', create);
    return fine(what, 'the first start creates it');
  });
}

/** The names of the applied migrations; null when there is no table of them. */
async function appliedMigrations(client: pg.Client): Promise<string[] | null> {
  const { rows } = await client.query<{ there: boolean }>(`select to_regclass('migrations') is not null as there`);
  if (!rows[0]?.there) return null;
  return (await client.query<{ name: string }>('select name from migrations')).rows.map(({ name }) => name);
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const applied = await appliedMigrations(client);
  const start = 'Start the service once: it applies them.';
  if (applied === null || applied.length === 0) return wrong('migrations', 'none has been applied', start);
  const missing = migrationNames.filter((name) => !applied.includes(name));
  const others = applied.filter((name) => !migrationNames.includes(name));
  if (others.length > 0)
    return wrong(
      'migrations',
      `the database has one that this version does not know (${others[0]})`,
      'Run the version of the service that made it, or use another database.',
    );
  if (missing.length > 0)
    return wrong('migrations', `${missing.length} of ${migrationNames.length} are missing`, start);
  return fine('migrations', `all ${applied.length} are applied`);
}

function checkClock(database: number, here: number): Finding {
  const seconds = Math.round((here - database) / 100) / 10;
  if (Math.abs(seconds) <= mostSkew) return fine('clock', 'it agrees with the clock of the database');
  const direction = seconds > 0 ? 'ahead of' : 'behind';
  return wrong(
    'clock',
    `it is ${Math.abs(seconds)} s ${direction} the clock of the database`,
    'Synchronise both machines with NTP.',
  );
}

async function checkEmbedded(config: Config): Promise<Finding[]> {
  const folder = embeddedFolder(config.dataDir);
  if (folder === 'memory://' || !existsSync(folder))
    return [fine('database', 'embedded; the first start creates it'), fine('clock', 'embedded: there is one clock')];
  let database;
  try {
    database = await openDatabase(config);
  } catch (error) {
    const todo =
      'If the service is running on this folder, ask its /readyz instead, or stop it and run the doctor again.';
    return [wrong('database', `the embedded database cannot be opened: ${reasonOf(error)}`, todo)];
  }
  try {
    const migrations = (await isMigrated(database))
      ? fine('migrations', `all ${migrationNames.length} are applied`)
      : wrong('migrations', 'some are missing', 'Start the service once: it applies them.');
    return [fine('database', 'the embedded database opens'), migrations, fine('clock', 'embedded: there is one clock')];
  } finally {
    await database.close();
  }
}

function adviceFor(error: unknown): string {
  const { code } = error as { code?: string };
  if (code === '28P01' || code === '28000') return 'Correct the user and the password in DATABASE_URL.';
  if (code === '3D000') return 'Create the database that DATABASE_URL names (createdb).';
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'Correct the host in DATABASE_URL, or the name server.';
  return 'Start PostgreSQL, and check the host and the port in DATABASE_URL and the firewall between.';
}
