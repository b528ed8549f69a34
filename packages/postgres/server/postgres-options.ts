import { defineConfig } from '@mikro-orm/postgresql';
import type { DatabaseConfig } from '../interface/database-config.ts';
import { driverOptions } from '../connection/driver-options.ts';
import type { OrmOptions } from '../interface/given.ts';
import type { Hosts } from '../connection/hosts.ts';
import { urlsOf } from '../connection/urls-of.ts';

/** The settings of the ORM for a PostgreSQL server. */
export function postgresOptions(config: DatabaseConfig, orm: OrmOptions, hosts?: Hosts) {
  return defineConfig({
    ...orm,
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
