import type { MikroORM } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import type { QueryConfig } from 'pg';
import type { PreparedStatement, Queries, SqlValue } from './prepared-statement.ts';
import type { QueryOptions } from './query-options.ts';
import type { Replicas } from './replicas.ts';

/** The number of connections, and of callers that wait for one. */
export interface PoolState {
  max: number;
  open: number;
  idle: number;
  waiting: number;
}

/** A transaction in progress, with statements and entities. */
export interface Transaction extends Queries {
  /** The unit of work of this transaction. It is created on first use, and flushed before the commit. */
  em(): Promise<SqlEntityManager>;
}

/**
 * The database of a process: prepared statements, and entities where they are simpler, on one pool. When it is
 * unreachable, frozen or overloaded, every call soon rejects with `Failures.unavailable` (`packages/postgres/connection/time-limits.ts`).
 */
export interface PostgresDatabase extends Queries {
  readonly kind: 'postgresql' | 'embedded';
  readonly orm: MikroORM;
  all<Row>(statement: PreparedStatement<Row>, values: readonly SqlValue[], options?: QueryOptions): Promise<Row[]>;
  one<Row>(
    statement: PreparedStatement<Row>,
    values: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row | undefined>;
  /** The standby servers that answer queries; null if none are configured. */
  readonly replicas: Replicas | null;
  /** For statements of maintenance, which may take minutes and for which no request waits. */
  readonly unhurried: Queries;
  /**
   * Runs a transaction of statements and entities. It is committed when `work` returns, and rolled back when it throws.
   * After a deadlock, `work` is called again with a new unit of work, so it must not do anything else than read and
   * write the database. A connection that cannot roll back is closed.
   */
  transaction<T>(work: (tx: Transaction) => Promise<T>, options?: QueryOptions): Promise<T>;
  /** Runs SQL that is not a declared statement, for the jobs. Several statements in one text give several results. */
  execute(query: QueryConfig<unknown[]>, options?: QueryOptions): Promise<{ rows: unknown[] } | { rows: unknown[] }[]>;
  /**
   * Calls `onPayload` for each notification of any process on the channel, until the returned function is called.
   * `lost` is called once when the listening connection breaks, because notifications may be missed from then on.
   * @throws the error of the database when it refuses to listen; `lost` is not called then
   */
  listen(channel: string, onPayload: (payload: string) => void, lost: () => void): Promise<() => Promise<void>>;
  /** The state of the pool, for the metrics. */
  pool(): PoolState;
  /**
   * Checks on a connection of its own whether the database answers; false when migrations are missing.
   * @throws an error of the database, or that it did not answer within a second
   */
  probe(): Promise<boolean>;
  /**
   * Calls the listener after each write that this process has committed, by a statement or a transaction, until the
   * returned function is called. It does not slow down reads.
   */
  onWrite(listener: () => void): () => void;
  /**
   * Runs `work` while the files of the embedded database contain all changes and do not change. All statements wait. Undefined
   * for a PostgreSQL server, which has its own tools.
   */
  whileUnchanged?(work: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}
