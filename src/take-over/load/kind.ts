import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { FileName } from '../bundle/field.ts';
import type { RecordOf } from '../bundle/files.ts';
import type { Around } from './around.ts';

/** A row as it is given to the statements: they read it from JSON, with bytes in base64. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

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
  /** The digests of what owners could change, of the records with the ids `$1`. Null if there is nothing that could be changed. */
  states: Statement<{ id: number; state: string }> | null;
  /**
   * Of the records with the ids `$1`, those below which people have written here since they were loaded. Null if nothing is below such
   * a record.
   */
  inUse?: Statement<{ id: number }>;
  /** Removes the records with the ids `$1`. */
  remove: Statement<{ id: number }>;
}

/** Why the statements of taking over apply no rule of visibility. */
export const reason = { all: 'the operator takes over the data of another service' };

/** The statements of a kind. Their names and texts are made from that of its file. */
export const sql = {
  write: (name: FileName, text: string): Statement<{ id: number }> =>
    statement.write(`take_over_${name}`, text, reason),
  /** @param from a table with an alias, and joins @param id of a record @param parts what its owner could change */
  states: (name: FileName, from: string, id: string, parts: string): Statement<{ id: number; state: string }> =>
    statement.read(
      `take_over_${name}_states`,
      `select ${id}::bigint as id, md5(row(${parts})::text) as state from ${from} where ${id} = any($1::bigint[])`,
      reason,
    ),
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

/** A moment of a column as text in no zone. */
export function moment(column: string): string {
  return `extract(epoch from ${column})`;
}
