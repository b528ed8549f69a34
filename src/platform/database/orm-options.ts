import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PGlite } from '@electric-sql/pglite';
import { cube } from '@electric-sql/pglite/contrib/cube';
import { earthdistance } from '@electric-sql/pglite/contrib/earthdistance';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { unaccent } from '@electric-sql/pglite/contrib/unaccent';
import { Migrator } from '@mikro-orm/migrations';
import { defineConfig as definePglite } from '@mikro-orm/pglite';
import { defineConfig as definePostgres } from '@mikro-orm/postgresql';
import type { Config } from '../config.ts';
import { columnParsers, typeParser } from './column-parsers.ts';
import { entities } from '../../domain/entities.ts';
import { migrationsList } from './migrations/index.ts';

const shared = {
  entities,
  extensions: [Migrator],
  migrations: {
    migrationsList,
    path: fileURLToPath(new URL('../../../src/database/migrations', import.meta.url)),
    emit: 'ts' as const,
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

/** Where the embedded database keeps its files; `memory://` for tests that need no restart. */
export function embeddedFolder(dataDir: string): string {
  return dataDir === 'memory://' ? dataDir : resolve(dataDir, 'database');
}

/**
 * Opens the embedded PostgreSQL. One process at a time may have a folder open.
 * @param image a data folder dumped earlier, to start from instead of an empty one
 */
export function openEmbedded(dataDir: string, image?: Blob): Promise<PGlite> {
  return PGlite.create({
    dataDir: embeddedFolder(dataDir),
    extensions: { pg_trgm, cube, earthdistance, unaccent },
    parsers: columnParsers,
    ...(image ? { loadDataDir: image } : {}),
  });
}

/** The ORM's settings on a PostgreSQL server. */
export function postgresOptions(config: Pick<Config, 'databaseUrl' | 'databasePool'>) {
  return definePostgres({
    ...shared,
    clientUrl: config.databaseUrl,
    // It would make a database that the address misspells.
    ensureDatabase: false,
    pool: { min: 0, max: config.databasePool },
    driverOptions: {
      options: '-c TimeZone=UTC -c jit=off -c plan_cache_mode=force_generic_plan',
      keepAlive: true,
      types: typeParser,
    },
  });
}

/** The ORM's settings on the embedded PostgreSQL. */
export function embeddedOptions(pglite: PGlite) {
  return definePglite({ ...shared, dbName: 'embedded', driverOptions: { pglite } });
}
