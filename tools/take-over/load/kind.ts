import { markSql } from '../../../src/domain/taking-over/marks.ts';
import { statement } from '../../../src/platform/database/statement.ts';
import type { Statement } from '../../../src/platform/database/statement.ts';
import type { FileName } from '../bundle/field.ts';
import type { RecordOf } from '../bundle/files.ts';
import type { Around } from './around.ts';
import { formerParts } from './former-states.ts';
import { isOurs } from './table.ts';
import type { Table } from './table.ts';

/** A row as it is given to the statements: they read it from JSON, with bytes in base64. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: number };

export type Values = Readonly<Record<string, unknown>>;

/** What is stored of the records of a file. */
export interface Stored {
  /** The columns of a row by the fields to which they belong. A field is compared as a whole, and has the name of its first column. */
  fields: ReadonlyMap<string, readonly string[]>;
  /** The columns that are moments. */
  moments: ReadonlySet<string>;
  /** The marks of the fields in one text (`markSql`), of the records with the ids `$1`. */
  marks: Statement<{ id: number; state: string }>;
  /** The digests of whole records that version 1.0.0 has stored (`former-states.ts`). */
  former: Statement<{ id: number; state: string }>;
  /** The values of the columns, as rows have them. */
  values: Statement<{ id: number; row: Record<string, unknown> }>;
}

/** What is read back of records besides the columns that are filled, and how it is compared. */
interface Reading {
  /** Further joins. */
  joins?: string;
  /** SQL of what is not in a column of the tables. */
  more?: Readonly<Record<string, string>>;
  /** What is a moment of that. */
  moreMoments?: readonly string[];
  /** By the first column of a field, those that are compared with it, and those that only go with it. */
  groups?: Readonly<Record<string, readonly [compared: readonly string[], along?: readonly string[]]>>;
  /** Columns that are not compared, with the reason. */
  apart?: Readonly<Record<string, string>>;
}

/** What was made of a record. */
export interface Prepared {
  row: Row;
  /** What was changed about it, as ends of sentences. */
  notes: readonly string[];
}

/** How the records of a file are stored. */
export interface Kind<Name extends FileName> {
  /** What is filled of tables. Ids of records are those of the first. */
  tables: readonly Table[];
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

/** The statements of a kind, with names that are made from that of its file. */
export const sql = {
  write: (name: FileName, text: string): Statement<{ id: number }> =>
    statement.write(`take_over_${name}`, text, reason),
  /** @param from the tables that are filled, by their aliases, of which the first has the ids */
  stored: (
    name: FileName,
    from: Readonly<Record<string, Table>>,
    { joins = '', more = {}, moreMoments = [], groups = {}, apart = {} }: Reading = {},
  ): Stored => {
    const tables = Object.entries(from);
    const [[alias, first]] = tables as [[string, Table]];
    const read: Record<string, string> = Object.assign({}, ...tables.map(([one, table]) => table.read(one)), more);
    const moments = new Set([...tables.flatMap(([, table]) => table.moments), ...moreMoments]);
    const grouped = new Set(Object.values(groups).flat(2));
    const names = Object.keys(read).filter((column) => !(column in apart) && !grouped.has(column));
    const fields = names.map((column) => {
      const [compared = [], along = []] = groups[column] ?? [];
      return { column, compared: [column, ...compared], all: [column, ...compared, ...along] };
    });
    const comparable = (column: string) =>
      moments.has(column) ? `extract(epoch from ${read[column]})` : read[column]!;
    const marks = fields.map(({ column, compared }) => markSql(column, ...compared.map(comparable)));
    const columns = fields.flatMap(({ all }) => all.map((column) => `${read[column]} as "${column}"`));
    const others = tables.slice(1).map(([one, table]) => `join ${table.name} ${one} on ${one}.id = ${alias}.id`);
    const some = `from ${[`${first.name} ${alias}`, ...others, joins].join(' ')} where ${alias}.id = any($1::bigint[])`;
    return {
      fields: new Map(fields.map(({ column, all }) => [column, all])),
      moments,
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

/** The rows of `$1`: their ids, what tables take of them, and further values such as `name text`. */
export function rows(...columns: readonly (Table | string)[]): string {
  const typed = columns.flatMap((one) => (typeof one === 'string' ? one : one.typed));
  return `r as (select * from jsonb_to_recordset($1::jsonb) as r(${['id bigint', ...typed].join(', ')}))`;
}

/**
 * What is the same of all files of which each record is a row of a table.
 * @param from the tables that are filled, by their aliases, of which the first has the ids
 * @param join what is joined to rows for the values of columns
 * @param write how they are stored where more than a table is filled, after `with`
 */
export function rowsOf<Name extends FileName>(
  name: Name,
  {
    from,
    join = '',
    write,
    ...reading
  }: Reading & { from: Readonly<Record<string, Table>>; join?: string; write?: string },
): Pick<Kind<Name>, 'tables' | 'prepare' | 'write' | 'remove'> & { stored: Stored } {
  const tables = Object.values(from);
  const [table] = tables as [Table];
  return {
    tables,
    prepare: (record) => ({ row: table.rowOf(record), notes: [] }),
    write: sql.write(name, `with ${write ?? `${rows(table)} ${table.upsert(`from r ${join}`)}`}`),
    stored: sql.stored(name, from, reading),
    remove: sql.remove(name, `delete from ${table.name} where id = any($1::bigint[]) returning id`),
  };
}
