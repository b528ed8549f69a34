import type { Logger } from 'pino';
import { openDatabaseOf } from '../platform/database/database.ts';
import type { Database } from '../platform/database/database.ts';
import type { DatabaseConfig } from '../platform/database/database-config.ts';
import type { DatabaseFiles } from '../platform/database/open-embedded.ts';
import type { StatementObserver } from '../platform/database/observed.ts';
import { entities } from './entities.ts';

/** Opens the database of the domain's entities; parameters and errors are those of `openDatabaseOf`. */
export function openDatabase(
  config: DatabaseConfig,
  image?: DatabaseFiles,
  log?: Pick<Logger, 'warn'>,
  observer?: StatementObserver,
): Promise<Database> {
  return openDatabaseOf(entities, config, image, log, observer);
}
