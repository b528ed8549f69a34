/**
 * A prepared SQL statement. It is parsed once for each connection, and then run by name
 * (docs/performance.md#prepared-statements).
 */
export interface PreparedStatement<Row> {
  readonly name: string;
  readonly text: string;
  /** Whether it may write, other than for upkeep. A lock counts as well. */
  readonly writes: boolean;
  /** Only carries the type of the rows, and is never set. */
  readonly row?: Row;
}

/** The value of a parameter `$1`, `$2` … */
export type SqlValue = string | number | bigint | boolean | null | Date | Uint8Array | readonly (string | number)[];

/** Runs statements: the pool for reads, or a transaction for writes. */
export interface Queries {
  /** Returns all rows. */
  all<Row>(statement: PreparedStatement<Row>, values: readonly SqlValue[]): Promise<Row[]>;
  /** Returns the first row, or undefined. */
  one<Row>(statement: PreparedStatement<Row>, values: readonly SqlValue[]): Promise<Row | undefined>;
}
