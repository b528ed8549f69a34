import type { DatabaseConfig } from '../interface/database-config.ts';
import { driverOf } from '../connection/driver.ts';
import type { Given } from '../interface/given.ts';
import type { DatabaseFiles } from '../embedded/open-embedded.ts';
import type { PostgresDatabase } from '../interface/postgres-database.ts';
import { withWriteListeners } from '../transaction/write-listeners.ts';

/**
 * Opens the configured database, without applying migrations. Only what its kind needs is loaded.
 * @param image the files that an embedded database in memory starts from
 */
export async function openPostgresDatabase(
  config: DatabaseConfig,
  given: Given,
  image?: DatabaseFiles,
): Promise<PostgresDatabase> {
  return withWriteListeners(await (config.databaseUrl ? openServer(config, given) : openFolder(config, given, image)));
}

async function openServer(config: DatabaseConfig, given: Given) {
  const { openPostgres } = await import('../server/postgres.ts');
  return openPostgres(config, given);
}

async function openFolder(config: DatabaseConfig, given: Given, image: DatabaseFiles | undefined) {
  const { openEmbeddedDatabase } = await import('../embedded/embedded.ts');
  return openEmbeddedDatabase(config.dataDir, given, await driverOf(config), image);
}
