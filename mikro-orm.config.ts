import { entities } from './src/wiring/entities.ts';
import { readConfig } from './src/platform/config.ts';
import { lockFolder } from './src/platform/database/folder-lock.ts';
import { embeddedOptions, openEmbedded, postgresOptions } from './src/platform/database/orm-options.ts';

/** For the MikroORM command line: the same settings as the service's (`src/platform/database/orm-options.ts`). */
const config = readConfig(process.env);
// Kept until the process ends: what nobody holds any more would be let go.
if (!config.databaseUrl && config.dataDir !== 'memory://') process.once('exit', lockFolder(config.dataDir));
export default config.databaseUrl
  ? postgresOptions(config, entities)
  : embeddedOptions(await openEmbedded(config.dataDir), entities);
