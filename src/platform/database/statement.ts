import type { PreparedStatement } from '@runners/postgres';
import type { LongTexts, Sql } from './sql.ts';

/**
 * An SQL condition that is made from SQL expressions and names of rows. The rules in `src/domain/rules/visibility.ts` are such functions.
 */
export type Condition = (...expressions: never[]) => string;

/**
 * The rule by which a statement may read what belongs to people. One of
 * - a rule of visibility: the text contains its condition, with a viewer that is a parameter;
 * - `owner`: the text contains this condition, which is true for rows of the owner only;
 * - `all`: no rule applies, for the reason given.
 */
export type Sees = Condition | { readonly owner: string } | { readonly all: string };

/** A statement of the service, which says whose eyes it reads with. */
export interface Statement<Row> extends PreparedStatement<Row> {
  /** Whether it calls a function that keeps the live log or the partitions in order. */
  readonly isUpkeep?: true;
  /**
   * Every statement that reads what belongs to people states it, and `test/rules/sees.test.ts` compares it with the
   * text.
   */
  readonly sees: readonly Sees[];
  /** The long texts that it reads, which are bounded (`answer-texts.ts`); null or undefined for none. */
  readonly texts?: LongTexts | null;
}

const declared = new Map<string, Statement<unknown>>();

/**
 * Declares a statement under a name of its own; the same one may be declared again. Each takes
 * - a text with `$1` … and camel-case aliases in double quotes;
 * - the rules that it applies, if it reads what belongs to people.
 * @throws Error when another text has that name
 */
export const statement = {
  /** A statement that only reads, with long texts by `sql`. It may run on a replica, and again after a lost connection. */
  read<Row>(name: string, read: string | Sql, ...sees: readonly Sees[]): Statement<Row> {
    const { text, texts } = typeof read === 'string' ? { text: read, texts: null } : read;
    return declare({ name, text, writes: false, sees, texts });
  },
  /** A statement that writes, locks rows, takes an advisory lock or notifies. */
  write<Row>(name: string, text: string, ...sees: readonly Sees[]): Statement<Row> {
    return declare({ name, text, writes: true, sees, texts: null });
  },
  /**
   * A statement that calls a function which keeps the live log or the partitions in order. It may run again after a lost
   * connection, and nobody who waits for writes is told of it.
   */
  upkeep<Row>(name: string, text: string): Statement<Row> {
    return declare({ name, text, writes: false, isUpkeep: true, sees: [], texts: null });
  },
};

function declare<Row>(made: Statement<Row>): Statement<Row> {
  const same = declared.get(made.name);
  if (same && (same.text !== made.text || same.writes !== made.writes))
    throw new Error(`two SQL statements are called ${made.name}`);
  declared.set(made.name, made);
  return made;
}

/** All statements that have been declared by the loaded modules. */
export function declaredStatements(): Statement<unknown>[] {
  return [...declared.values()];
}
