import { entities } from './src/wiring/entities.ts';
import { readConfig } from './src/platform/config.ts';
import { databaseParts } from './src/platform/database/database-parts.ts';
import { lockFolder, ormSettings } from '@runners/postgres';
import { extensions, ormOptions } from './src/platform/database/orm-options.ts';

/** For the MikroORM command line: the same settings as the service's (`src/platform/database/orm-options.ts`). */
const config = readConfig(process.env);
// Kept until the process ends: what nobody holds any more would be let go.
if (!config.databaseUrl && config.dataDir !== 'memory://')
  process.once('exit', lockFolder(config.dataDir, databaseParts));
export default await ormSettings(config, { extensions, orm: ormOptions(entities) });
