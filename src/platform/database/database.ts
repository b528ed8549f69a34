import type { AnswerTexts } from './answer-texts.ts';
import { notObserved, openPostgresDatabase } from '@runners/postgres';
import type {
  Caller,
  DatabaseConfig,
  DatabaseFiles,
  Log,
  PostgresDatabase,
  StatementObserver,
} from '@runners/postgres';
import { databaseParts } from './database-parts.ts';
import { ormOptions } from './orm-options.ts';
import type { Entities } from './orm-options.ts';

/** The database of a process, or of one request. When it is not available, every call soon rejects with Failure UNAVAILABLE. */
export interface Database extends PostgresDatabase {
  /** Bounds the long texts that one request reads; undefined for the database of a process. */
  readonly texts?: AnswerTexts;
  /** Who waits for the answer of one request; undefined for the database of a process. */
  readonly client?: Caller;
}

/**
 * Opens the configured database, without applying migrations.
 * @param entities what is stored in it
 * @param image the files that an embedded database in memory starts from
 * @param log records when the database is unreachable
 * @param observer is called after each statement
 */
export function openDatabaseOf(
  entities: Entities,
  config: DatabaseConfig,
  image?: DatabaseFiles,
  log?: Log,
  observer: StatementObserver = notObserved,
): Promise<Database> {
  return openPostgresDatabase(config, { ...databaseParts, orm: ormOptions(entities), log, observer }, image);
}
