import { markSql } from '../../../src/domain/taking-over/marks.ts';
import { statement } from '../../../src/platform/database/statement.ts';
import type { Statement } from '../../../src/platform/database/statement.ts';
import type { FileName } from '../bundle/field.ts';
import type { RecordOf } from '../bundle/files.ts';
import type { Around } from './around.ts';
import { formerParts } from './former-states.ts';

/** A row as it is given to the statements: they read it from JSON, with bytes in base64. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

export type Values = Readonly<Record<string, unknown>>;

/** What is stored of the records of a file. */
export interface Stored {
  /** The columns of a row by the fields to which they belong. A field is compared as a whole, and has the name of its first column. */
  fields: ReadonlyMap<string, readonly string[]>;
  /** The marks of the fields in one text (`markSql`), of the records with the ids `$1`. */
  marks: Statement<{ id: number; state: string }>;
  /** The digests of whole records that version 1.0.0 has stored (`former-states.ts`). */
  former: Statement<{ id: number; state: string }>;
  /** The values of the columns, as rows have them. */
  values: Statement<{ id: number; row: Record<string, unknown> }>;
}

/** What was made of a record. */
export interface Prepared {
  row: Row;
  /** What was changed about it, as ends of sentences. */
  notes: readonly string[];
}

/** How the records of a file are stored. */
export interface Kind<Name extends FileName> {
  /** Makes the row of a record: measures, and stores files. @throws Unusable if it cannot be stored */
  prepare(record: RecordOf<Name>, around: Around): Prepared | Promise<Prepared>;
  /**
   * Stores rows, `$1` as a JSON array, and returns the ids of those that are stored. Rows that are there are changed if they were taken
   * over, and otherwise left alone.
   */
  write: Statement<{ id: number }>;
  /** The ids of other records from which the rows `$1` take something, such as a key. */
  losers?: Statement<{ id: number }>;
  /** By their file, the ids of records that follow changes of the rows `$1`: what changes of them was not changed by their owners. */
  followers?: Readonly<Partial<Record<FileName, Statement<{ id: number }>>>>;
  /** What is stored of the records, of which people can change parts. Null if there is nothing that could be changed. */
  stored: Stored | null;
  /** What the row of a record that was changed at both services has of neither, or of both: what depends on several fields. */
  settle?: (row: Row, here: Values, there: Values) => Values;
  /** Of the records with the ids `$1`, those below which people have written here since they were loaded. */
  inUse?: Statement<{ id: number }>;
  /** Whether such a record stays, because nothing here could delete it with what is below it. */
  staysInUse?: true;
  /** Removes the records with the ids `$1`. */
  remove: Statement<{ id: number }>;
}

/** Why the statements of taking over apply no rule of visibility. */
export const reason = { all: 'the operator takes over the data of another service' };

/** The statements of a kind. Their names and texts are made from that of its file. */
export const sql = {
  write: (name: FileName, text: string): Statement<{ id: number }> =>
    statement.write(`take_over_${name}`, text, reason),
  /**
   * @param from a table with an alias, and joins
   * @param list fields with commas between them: the columns by which a field is compared, and after `|` those that go with them
   * @param made expressions of columns that are not in the table as rows have them
   */
  stored: (name: FileName, from: string, list: string, made: Readonly<Record<string, string>> = {}): Stored => {
    const [, alias = ''] = from.split(' ');
    const fields = list.split(',').map((field) => field.split('|').map(wordsOf));
    const columnOf = (word: string) => word.split('.').at(-1)!;
    const valueOf = (word: string) => made[word] ?? (word.includes('.') ? word : `${alias}.${word}`);
    const marks = fields.map(([compared = []]) =>
      markSql(
        columnOf(compared[0]!),
        ...compared.map((word) => (/date$|until$|date_joined$/.test(word) ? moment(valueOf(word)) : valueOf(word))),
      ),
    );
    const columns = fields.flat(2).map((word) => `${valueOf(word)} as "${columnOf(word)}"`);
    const some = `from ${from} where ${alias}.id = any($1::bigint[])`;
    return {
      fields: new Map(fields.map((field) => [columnOf(field[0]![0]!), field.flat().map(columnOf)])),
      marks: statement.read(
        `take_over_${name}_marks`,
        `select ${alias}.id::bigint as id, concat(${marks.join(', ')}) as state ${some}`,
        reason,
      ),
      former: statement.read(
        `take_over_${name}_former`,
        `select ${alias}.id::bigint as id, md5(row(${formerParts[name]})::text) as state ${some}`,
        reason,
      ),
      values: statement.read(
        `take_over_${name}_values`,
        `select x.id, to_jsonb(x) - 'id' as row from (select ${alias}.id::bigint as id, ${columns.join(', ')} ${some}) x`,
        reason,
      ),
    };
  },
  /** @param follower the file of the records whose ids are read */
  followers: (name: FileName, follower: FileName, text: string): Statement<{ id: number }> =>
    statement.read(`take_over_${name}_followed_by_${follower}`, text, reason),
  /**
   * @param below what is below a record with the id `one.id`: a table with an alias, the file of its records, and the condition
   */
  inUse: (name: FileName, below: readonly [from: string, file: FileName, id: string, condition: string][]) =>
    statement.read<{ id: number }>(
      `take_over_${name}_in_use`,
      `select one.id from unnest($1::bigint[]) as one(id) where ${below
        .map(
          ([from, file, id, condition]) =>
            `exists (select 1 from ${from} where ${condition} and not ${isOurs(file, id)})`,
        )
        .join(' or ')}`,
      reason,
    ),
  remove: (name: FileName, text: string): Statement<{ id: number }> =>
    statement.write(`take_over_${name}_remove`, text, reason),
};

const wordsOf = (text: string) => text.trim().split(/\s+/);

/** The condition that the record `id` of a file was taken over. */
export function isOurs(name: FileName, id: string): string {
  return `exists (select 1 from taken_record k where k.kind = '${name}' and k.id = ${id})`;
}

/** The rows of `$1`, with the columns of a list such as `id bigint, name text`. */
export function rows(columns: string): string {
  return `r as (select * from jsonb_to_recordset($1::jsonb) as r(${columns}))`;
}

/** `a = excluded.a, b = excluded.b`, for the names of a list. */
export function replaced(columns: string): string {
  return columns
    .split(',')
    .map((name) => name.trim())
    .map((name) => `${name} = excluded.${name}`)
    .join(', ');
}

/** The privacy of a row of a workout, post or route, also while staff hide it. */
export const privacyOf = (row: string) => `coalesce(${row}.hidden_privacy, ${row}.privacy)`;

/** A moment of a column as text in no zone. */
export function moment(column: string): string {
  return `extract(epoch from ${column})`;
}
