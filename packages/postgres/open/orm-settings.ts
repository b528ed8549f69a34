import type { DatabaseConfig } from '../interface/database-config.ts';
import type { Given } from '../interface/given.ts';
import { openEmbedded } from '../embedded/open-embedded.ts';

/** The settings of the ORM for its command line. The embedded database is opened, and its folder is to be locked before. */
export async function ormSettings(config: DatabaseConfig, { extensions, orm }: Pick<Given, 'extensions' | 'orm'>) {
  if (config.databaseUrl) return (await import('../server/postgres-options.ts')).postgresOptions(config, orm);
  const { embeddedOptions } = await import('../embedded/embedded-options.ts');
  return embeddedOptions(await openEmbedded(config.dataDir, extensions), orm);
}
