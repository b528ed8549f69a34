import type { MikroORM } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { QueryConfig } from 'pg';
import type { Logger } from 'pino';
import { openEmbeddedDatabase } from './embedded.ts';
import type { Terms } from './lender.ts';
import type { DatabaseConfig, DatabaseFiles, Entities } from './orm-options.ts';
import { openPostgres } from './postgres.ts';
import type { Queries, SqlValue, Statement } from './statement.ts';
import type { StatementWatch } from './statement-watch.ts';
import { tellingWrites } from './telling-writes.ts';

export { queriesOf } from './unit-of-work.ts';

/** How many connections there are, and how many callers wait for one. */
export interface PoolState {
  max: number;
  open: number;
  idle: number;
  waiting: number;
}

/** A transaction under way: statements, and entities beside them. */
export interface Transaction extends Queries {
  /** The unit of work of this transaction, made when it is first asked for; it is flushed before the commit. */
  em(): Promise<SqlEntityManager>;
}

/**
 * The database of a process: prepared statements, and entities where they are simpler, on one pool. When it is away,
 * frozen or overloaded, everything here rejects with Failure UNAVAILABLE, soon (`time-limits.ts`).
 */
export interface Database extends Queries {
  readonly kind: 'postgresql' | 'embedded';
  readonly orm: MikroORM;
  all<Row>(statement: Statement<Row>, values: readonly SqlValue[], terms?: Terms): Promise<Row[]>;
  one<Row>(statement: Statement<Row>, values: readonly SqlValue[], terms?: Terms): Promise<Row | undefined>;
  /** Statements that may take minutes: maintenance, for which no request waits. */
  readonly unhurried: Queries;
  /**
   * The one way to a transaction, for statements and entities: committed when `work` returns, rolled back when it throws.
   * After a deadlock `work` is called again with a unit of work of its own, so it does nothing but read and write the
   * database. A connection that can't roll back is closed.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, terms?: Terms): Promise<T>;
  /** Runs SQL that is no declared statement, for the jobs: several statements in one text give several results. */
  execute(query: QueryConfig<unknown[]>, terms?: Terms): Promise<{ rows: unknown[] } | { rows: unknown[] }[]>;
  /**
   * Calls `heard` when any process announces on the channel, until the returned function is called.
   * `lost` is called once when the connection that listens breaks: announcements may be missed from then on.
   * @throws what the database says when it refuses; then nothing is kept, and `lost` is not called
   */
  listen(channel: string, heard: (payload: string) => void, lost: () => void): Promise<() => Promise<void>>;
  /** The connections, for the metrics. */
  pool(): PoolState;
  /**
   * Asks the database, besides everything else that waits for it; false when migrations are missing.
   * @throws what the database says, or that it did not answer within a second
   */
  probe(): Promise<boolean>;
  /**
   * Calls back after each write that this process committed, until the returned function is called: after statements that
   * write, and `transaction`. Reads pay nothing for it.
   */
  onWrite(told: () => void): () => void;
  close(): Promise<void>;
}

/**
 * Runs a transaction of entities: what `work` creates, changes and removes is written before the commit. An entity that
 * it returns has its id by then. Like `Database.transaction` in all else.
 */
export function unitOfWork<Result>(
  database: Pick<Database, 'transaction'>,
  work: (em: SqlEntityManager) => Promise<Result>,
  terms?: Terms,
): Promise<Result> {
  return database.transaction(async (tx) => work(await tx.em()), terms);
}

/**
 * Opens the database that the configuration names; migrations are not applied here.
 * @param entities what is stored in it
 * @param image what an embedded database in memory starts from
 * @param log is told when the database is away
 * @param heard hears of each statement
 */
export async function openDatabaseOf(
  entities: Entities,
  config: DatabaseConfig,
  image?: DatabaseFiles,
  log?: Pick<Logger, 'warn'>,
  heard?: StatementWatch,
): Promise<Database> {
  const opened = config.databaseUrl
    ? openPostgres(config, entities, log, heard)
    : openEmbeddedDatabase(config.dataDir, entities, image, heard);
  return tellingWrites(await opened);
}
