import type { Logger } from 'pino';
import { openDatabaseOf } from '../platform/database/database.ts';
import type { Database } from '../platform/database/database.ts';
import type { DatabaseConfig, DatabaseFiles, StatementObserver } from '@runners/postgres';
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
