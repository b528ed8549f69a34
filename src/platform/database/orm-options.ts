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
import { migrationsList } from './migrations/index.ts';
import { requestLimits, serverSettings } from './time-limits.ts';
import type { TimeConfig } from './time-limits.ts';

/** What is to be known of a database to open it. */
export type DatabaseConfig = Pick<Config, 'databaseUrl' | 'databasePool' | 'dataDir'> & Partial<TimeConfig>;

/** What is stored: the entities of the domain, which are handed to the database. */
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
  // SQL functions and triggers stand in the migrations, not in the entities.
  schemaGenerator: { ignoreRoutines: true, ignoreTriggers: true },
  forceUtcTimezone: true,
  discovery: { warnWhenNoEntities: false },
};

/** A file system of the embedded database. */
export type DatabaseFiles = NonNullable<PGliteOptions['fs']>;

/** Where the embedded database keeps its files; `memory://` for tests that need no restart. */
export function embeddedFolder(dataDir: string): string {
  return dataDir === 'memory://' ? dataDir : resolve(dataDir, 'database');
}

/**
 * Opens the embedded PostgreSQL. One process at a time may have a folder open.
 * @param image files to start from, held instead of those in `dataDir`
 */
export async function openEmbedded(dataDir: string, image?: DatabaseFiles): Promise<PGlite> {
  const folder = embeddedFolder(dataDir);
  if (folder !== 'memory://') closeToOthers(folder);
  const pglite = await PGlite.create({
    ...(image ? { fs: image } : { dataDir: folder }),
    extensions: { pg_trgm, cube },
    parsers: columnParsers,
  });
  keepBuiltInParsers(pglite);
  return pglite;
}

/** The least type id of what initdb and later statements create, such as the row type of each table. */
const firstCreatedType = 10_000;

/**
 * PGlite copies its map of parsers for every result, and adds one for the arrays of each table's rows: without these 260 a
 * small statement takes half the CPU time. A type without a parser arrives as text.
 */
function keepBuiltInParsers(pglite: PGlite): void {
  for (const type of Object.keys(pglite.parsers)) if (Number(type) >= firstCreatedType) delete pglite.parsers[type];
}

/** Password hashes and messages lie in it: not for other users of the machine, as PostgreSQL itself demands. */
function closeToOthers(folder: string): void {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
}

/**
 * What every connection is set to when it begins: the one place for it. The server looks now and then whether we are still
 * there, and stops a statement of ours when we are not.
 */
function sessionOptions(config: DatabaseConfig): string {
  const settings = {
    TimeZone: 'UTC',
    jit: 'off',
    plan_cache_mode: 'force_generic_plan',
    client_connection_check_interval: 1000,
    ...serverSettings(requestLimits(config)),
  };
  return Object.entries(settings)
    .map(([name, value]) => `-c ${name}=${value}`)
    .join(' ');
}

/** The ORM's settings on a PostgreSQL server. */
export function postgresOptions(config: DatabaseConfig, entities: Entities) {
  return definePostgres({
    ...shared,
    entities,
    clientUrl: config.databaseUrl,
    // It would make a database that the address misspells.
    ensureDatabase: false,
    pool: { min: 0, max: config.databasePool },
    driverOptions: {
      options: sessionOptions(config),
      connectionTimeoutMillis: requestLimits(config).connect,
      keepAlive: true,
      keepAliveInitialDelayMillis: 30_000,
      types: typeParser,
    },
  });
}

/** The ORM's settings on the embedded PostgreSQL. */
export function embeddedOptions(pglite: PGlite, entities: Entities) {
  return definePglite({ ...shared, entities, dbName: 'embedded', driverOptions: { pglite } });
}
