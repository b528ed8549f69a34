/** A condition of SQL, made from SQL expressions: the rules in `src/domain/rules/visibility.ts` are such functions. */
export type Condition = (...expressions: string[]) => string;

/**
 * With whose eyes a statement reads what belongs to people. One of
 * - a rule of visibility: the text contains its condition, for a viewer that is a parameter;
 * - `owner`: the text contains this condition, which holds for the owner's own rows only;
 * - `all`: no rule applies, for the reason given.
 */
export type Sees = Condition | { readonly owner: string } | { readonly all: string };

/** A prepared SQL statement: parsed and planned once a connection, then run by name (docs/performance.md#prepared-statements). */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Whether it may change something, by its words; a lock counts as well. */
  readonly writes: boolean;
  /** Every statement that reads people's things says it; `test/rules/sees.test.ts` holds the text to it. */
  readonly sees: readonly Sees[];
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
const declared = new Map<string, Statement<unknown>>();

/**
 * Declares a statement under a name of its own; the same one may be declared again.
 * @param text uses `$1` … and camel-case aliases in double quotes
 * @param sees with whose eyes it reads, where it reads what belongs to people
 * @throws Error when another text has that name
 */
export function statement<Row>(name: string, text: string, ...sees: readonly Sees[]): Statement<Row> {
  const same = declared.get(name);
  if (same && same.text !== text) throw new Error(`two SQL statements are called ${name}`);
  // Inherited: the driver copies what a query has of its own by its descriptors, which takes longer than all else that it
  // does for a small read.
  const made = Object.create({ name, text, writes: writing.test(text), sees }) as Statement<Row>;
  declared.set(name, made);
  return made;
}

/** Every statement that the modules loaded so far have declared. */
export function declaredStatements(): Statement<unknown>[] {
  return [...declared.values()];
}
