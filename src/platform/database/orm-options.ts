import { chmodSync, mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import type { PGliteOptions } from '@electric-sql/pglite';
import { cube } from '@electric-sql/pglite/contrib/cube';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig as definePglite } from '@mikro-orm/pglite';
import { defineConfig as definePostgres } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import { columnParsers, typeParser } from './column-parsers.ts';
import type { Hosts } from './hosts.ts';
import { migrationsList } from './migrations/index.ts';
import { sessionSettings } from './session-settings.ts';
import { requestLimits, serverSettings } from './time-limits.ts';
import type { TimeConfig } from './time-limits.ts';
import { urlsOf } from './urls-of.ts';

/** What is needed to open a database. */
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir' | 'driver'> &
  Partial<TimeConfig & Pick<Config, 'databaseDirectUrl' | 'databaseReplicaUrls' | 'databaseReplicaMaxLag'>>;

/** The entities of the domain, which are passed to the database. */
export type Entities = NonNullable<Parameters<typeof definePostgres>[0]['entities']>;

const shared = {
  extensions: [Migrator],
  migrations: {
    migrationsList,
    snapshot: false,
    tableName: 'migrations',
    disableForeignKeys: false,
    silent: true,
  },
  // SQL functions and triggers are in the migrations, not in the entities, as are tables that the version before writes (decisions D500).
  schemaGenerator: { ignoreRoutines: true, ignoreTriggers: true, skipTables: ['usage_page', 'usage_writer'] },
  forceUtcTimezone: true,
  discovery: { warnWhenNoEntities: false },
};

/** A file system of the embedded database. */
export type DatabaseFiles = NonNullable<PGliteOptions['fs']>;

/** The folder of the embedded database; `memory://` for tests without a restart. */
export function embeddedFolder(dataDir: string): string {
  return dataDir === 'memory://' ? dataDir : resolve(dataDir, 'database');
}

/**
 * Opens the embedded PostgreSQL. Only one process at a time may open a folder.
 * @param image files to start from, instead of those in `dataDir`
 */
export async function openEmbedded(dataDir: string, image?: DatabaseFiles): Promise<PGlite> {
  const folder = embeddedFolder(dataDir);
  if (folder !== 'memory://') closeToOthers(folder);
  return PGlite.create({
    ...(image ? { fs: image } : { dataDir: folder }),
    extensions: { pg_trgm, cube },
    parsers: columnParsers,
  });
}

/**
 * The folder contains password hashes and messages, so other users of the machine may not read it, as PostgreSQL
 * requires.
 */
function closeToOthers(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
}

/**
 * The settings of every connection. The server regularly checks whether the client is still connected, and cancels its
 * statement when it is not.
 */
function sessionOptions(config: DatabaseConfig): string {
  const settings = {
    ...sessionSettings,
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
    client_connection_check_interval: 1000,
    ...serverSettings(requestLimits(config)),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${String(value).replaceAll(' ', String.raw`\ `)}`)
    .join(' ');
}

/** The settings of the driver for connections that lead directly to a server. */
export function driverOptions(config: DatabaseConfig) {
  return {
    options: sessionOptions(config),
    connectionTimeoutMillis: requestLimits(config).connect,
    keepAlive: true,
    keepAliveInitialDelayMillis: 30_000,
    types: typeParser,
    // Statements are sent without waiting for the answers to those before them.
    pipeline: true,
  };
}

/** The settings of the ORM for a PostgreSQL server. */
export function postgresOptions(config: DatabaseConfig, entities: Entities, hosts?: Hosts) {
  return definePostgres({
    ...shared,
    entities,
    clientUrl: config.databaseUrl && urlsOf(config.databaseUrl)[0],
    // Otherwise the ORM would create a database with a misspelled name.
    ensureDatabase: false,
    pool: { min: 0, max: config.databasePool },
    driverOptions: {
      ...driverOptions(config),
      ...(config.databaseDirectUrl ? { options: undefined, pipeline: false } : {}),
      ...(hosts ? { Client: hosts.Client } : {}),
      ...(hosts && hosts.count > 1 ? { onConnect: hosts.verify } : {}),
    },
  });
}

/** The settings of the ORM for the embedded PostgreSQL. */
export function embeddedOptions(pglite: PGlite, entities: Entities) {
  return definePglite({ ...shared, entities, dbName: 'embedded', driverOptions: { pglite } });
}
