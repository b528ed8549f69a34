import type { PreparedStatement, SqlValue } from './prepared-statement.ts';
import type { QueryOptions } from './query-options.ts';

/** A standby server that answers queries. */
export interface Replica {
  /** Host, port and database, for logs and metrics. */
  readonly name: string;
  /** Milliseconds by which it is behind, at most; infinite if this is not known. */
  readonly lagMs: number;
  /** Whether it is read from. */
  readonly isUsed: boolean;
  /** Runs a statement that only reads. @throws ReplicaFailed, Failures.CallerGone, Failures.unavailable, or an error of the database */
  all<Row>(statement: PreparedStatement<Row>, values: readonly SqlValue[], options?: QueryOptions): Promise<Row[]>;
}

/**
 * The standby servers that answer queries. Whatever was acknowledged is shown by each of them that is read from
 * (docs/requests.md#replicas).
 */
export interface Replicas {
  /** A replica that may be read from now, each in turn; null if there is none. */
  pick(): Replica | null;
  /**
   * Waits until everything that was committed before the call can be read from each replica that is read from, for at
   * most the longest lag. It never rejects.
   */
  settled(): Promise<void>;
  all: readonly Replica[];
  close(): Promise<void>;
}
