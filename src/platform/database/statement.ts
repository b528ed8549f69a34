/** A prepared SQL statement: parsed and planned once a connection, then run by name (docs/performance.md#prepared-statements). */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Whether it may change something, by its words; a lock counts as well. */
  readonly writes: boolean;
  /** Carries the row type only; never set. */
  readonly row?: Row;
}

/** A value a statement takes as `$1`, `$2` … */
export type SqlValue = string | number | bigint | boolean | null | Date | Uint8Array | readonly (string | number)[];

/** Runs statements: the pool for reads, a transaction for writes. */
export interface Queries {
  /** All the rows. */
  all<Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row[]>;
  /** The first row, or undefined. */
  one<Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row | undefined>;
}

const writing = /\b(insert\s+into|update|delete\s+from)\b/i;
const texts = new Map<string, string>();

/** Declares a statement under a name of its own; the same one may be declared again. `text` uses `$1` … and camel-case aliases in double quotes. */
export function statement<Row>(name: string, text: string): Statement<Row> {
  if ((texts.get(name) ?? text) !== text) throw new Error(`two SQL statements are called ${name}`);
  texts.set(name, text);
  // Inherited: the driver copies what a query has of its own by its descriptors, which takes longer than all else that it
  // does for a small read.
  return Object.create({ name, text, writes: writing.test(text) }) as Statement<Row>;
}
