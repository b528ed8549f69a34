import { existsSync } from 'node:fs';
import type { Logger } from 'pino';
import { openDatabaseOf } from '../platform/database/database.ts';
import type { Database } from '../platform/database/database.ts';
import { forceGc } from '../platform/force-gc.ts';
import { embeddedFolder } from '@runners/postgres';
import type { DatabaseConfig, DatabaseFiles, StatementObserver } from '@runners/postgres';
import { entities } from './entities.ts';

/** Opens the database of the domain's entities; parameters and errors are those of `openDatabaseOf`. */
export function openDatabase(
  config: DatabaseConfig,
  image?: DatabaseFiles,
  log?: Pick<Logger, 'warn'>,
  observer?: StatementObserver,
): Promise<Database> {
  // The files of a new embedded database are made by a process beside this one, which then has 80 MB less: what loading the programs has left.
  const isNew = !config.databaseUrl && config.dataDir !== 'memory://' && !existsSync(embeddedFolder(config.dataDir));
  if (isNew) forceGc({ type: 'major', flavor: 'last-resort', execution: 'sync' });
  return openDatabaseOf(entities, config, image, log, observer);
}
