import { cube } from '@electric-sql/pglite/contrib/cube';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Migrator } from '@mikro-orm/migrations';
import type { OrmOptions } from '@runners/postgres';
import { migrationsList } from './migrations/index.ts';

/** The entities of the domain, which are passed to the database. */
export type Entities = NonNullable<OrmOptions['entities']>;

/** The extensions that the migrations create. */
export const extensions = { pg_trgm, cube };

/** How the ORM treats the entities of the domain and their migrations. */
export function ormOptions(entities: Entities): OrmOptions {
  return { ...shared, entities };
}

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
} satisfies OrmOptions;
