/**
 * An SQL condition that is made from SQL expressions. The rules in `src/domain/rules/visibility.ts` are such functions.
 */
export type Condition = (...expressions: string[]) => string;

/**
 * The rule by which a statement may read what belongs to people. One of
 * - a rule of visibility: the text contains its condition, with a viewer that is a parameter;
 * - `owner`: the text contains this condition, which is true for rows of the owner only;
 * - `all`: no rule applies, for the reason given.
 */
export type Sees = Condition | { readonly owner: string } | { readonly all: string };

/**
 * A prepared SQL statement. It is parsed once for each connection, and then run by name
 * (docs/performance.md#prepared-statements).
 */
export interface Statement<Row> {
  readonly name: string;
  readonly text: string;
  /** Whether it may write, judged by its keywords. A lock counts as well. */
  readonly writes: boolean;
  /**
   * Every statement that reads what belongs to people states it, and `test/rules/sees.test.ts` compares it with the
   * text.
   */
  readonly sees: readonly Sees[];
  /** Only carries the type of the rows, and is never set. */
  readonly row?: Row;
}

/** The value of a parameter `$1`, `$2` … */
export type SqlValue = string | number | bigint | boolean | null | Date | Uint8Array | readonly (string | number)[];

/** Runs statements: the pool for reads, or a transaction for writes. */
export interface Queries {
  /** Returns all rows. */
  all<Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row[]>;
  /** Returns the first row, or undefined. */
  one<Row>(statement: Statement<Row>, values: readonly SqlValue[]): Promise<Row | undefined>;
}

const writing = /\b(insert\s+into|update|delete\s+from)\b/i;
const declared = new Map<string, Statement<unknown>>();

/**
 * Declares a statement under a name of its own; the same one may be declared again.
 * @param text uses `$1` … and camel-case aliases in double quotes
 * @param sees the rules that it applies, if it reads what belongs to people
 * @throws Error when another text has that name
 */
export function statement<Row>(name: string, text: string, ...sees: readonly Sees[]): Statement<Row> {
  const same = declared.get(name);
  if (same && same.text !== text) throw new Error(`two SQL statements are called ${name}`);
  const made: Statement<Row> = { name, text, writes: writing.test(text), sees };
  declared.set(name, made);
  return made;
}

/** All statements that have been declared by the loaded modules. */
export function declaredStatements(): Statement<unknown>[] {
  return [...declared.values()];
}
