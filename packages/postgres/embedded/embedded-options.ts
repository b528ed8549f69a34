import type { PGlite } from '@electric-sql/pglite';
import { defineConfig } from '@mikro-orm/pglite';
import type { OrmOptions } from '../interface/given.ts';

/** The settings of the ORM for the embedded PostgreSQL. */
export function embeddedOptions(pglite: PGlite, orm: OrmOptions) {
  return defineConfig({ ...orm, dbName: 'embedded', driverOptions: { pglite } });
}
