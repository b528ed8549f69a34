import type { AnswerTexts } from './answer-texts.ts';
import type { DatabaseConfig } from './database-config.ts';
import { databaseParts } from './database-parts.ts';
import type { Log } from './given.ts';
import { notObserved } from './observed.ts';
import type { StatementObserver } from './observed.ts';
import type { DatabaseFiles } from './open-embedded.ts';
import { openPostgresDatabase } from './open-postgres-database.ts';
import { ormOptions } from './orm-options.ts';
import type { Entities } from './orm-options.ts';
import type { PostgresDatabase } from './postgres-database.ts';
import type { Caller } from './query-options.ts';

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
