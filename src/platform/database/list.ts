import { countLoader, pagedLoader } from './loader.ts';
import type { CountLoader, Page, PagedLoader } from './loader.ts';
import { idsAt, limitAt, sql } from './sql.ts';
import type { Sql } from './sql.ts';
import { statement } from './statement.ts';
import type { Sees, Statement } from './statement.ts';
import type { Queries, SqlValue } from '@runners/postgres';

/** What the text of a list is made of: the same for both of its ends. */
export interface Part {
  /** Whether the row with this id is on the page. */
  within: (id: string) => string;
  /** The order in which the rows of the page are counted. Lists with the newest row first are read in it as well. */
  order: 'asc' | 'desc';
  /** The limit and the offset. */
  slice: Sql;
  /** The last parameter before those of the page: the ids of the objects of which each has a page. */
  ids: Sql;
}

/** A list that is ordered by ids. */
interface Declared<Flat, Row> {
  name: string;
  order: 'newest first' | 'oldest first';
  /** How many parameters precede those of the page. */
  parameters: number;
  /** The statement that reads a page. With the oldest row first, it returns the rows in that order from either end. */
  rows: (part: Part) => string | Sql;
  /** Whose eyes it reads with. */
  sees?: readonly Sees[];
  /** Makes a row of what is read. */
  row?: (flat: Flat) => Row;
}

/** A list, which takes the values of the parameters before those of the page. */
interface List<Row> {
  /** Reads a page, in the order of the list. */
  page: (queries: Queries, values: readonly SqlValue[], page: Page) => Promise<Row[]>;
  /** Counts all rows. */
  total: (queries: Queries, values: readonly SqlValue[]) => Promise<number>;
}

/** Lists that belong to objects, of which a statement reads many. The values are made from their ids. */
export interface ListOfEach<Row> {
  /** @param one reads the page of a single object, if that has a statement of its own */
  pages: (
    queries: Queries,
    valuesOf: (ids: number[]) => readonly SqlValue[],
    one?: (id: number, page: Page) => Promise<Row[]>,
  ) => PagedLoader<Row>;
  /** Counts all rows of each. */
  totals: (queries: Queries, valuesOf: (ids: number[]) => readonly SqlValue[]) => CountLoader;
}

/** Declares a list: the statements that read it from either end, `total` for its size, and how a page is read. */
export function list<Flat, Row = Flat>(
  declared: Declared<Flat, Row> & { total?: Statement<{ count: number }> },
): List<Row> {
  const { total } = declared;
  const { read, rowOf } = reader(declared, null);
  return {
    page: async (queries, values, page) => (await read(queries, values, page)).map(rowOf),
    total: async (queries, values) => (total && (await queries.one(total, values)))?.count ?? 0,
  };
}

/** Declares the lists of objects, which one statement reads for many of them. `of` is the column of a row with the id of its object. */
export function listOfEach<Flat, Row = Flat>(
  declared: Declared<Flat, Row> & { of: keyof Flat & string; total?: Statement<{ id: number; count: number }> },
): ListOfEach<Row> {
  const { of, total } = declared;
  const { read, rowOf } = reader(declared, of);
  return {
    pages: (queries, valuesOf, one) =>
      pagedLoader(async (ids, page) => {
        const [id, ...others] = ids;
        if (one && id !== undefined && others.length === 0) return new Map([[id, await one(id, page)]]);
        const rows = Map.groupBy(await read(queries, valuesOf(ids), page), (flat) => flat[of] as number);
        return new Map([...rows].map(([of, flat]) => [of, flat.map(rowOf)]));
      }),
    totals: (queries, valuesOf) => countLoader(async (ids) => (total ? queries.all(total, valuesOf(ids)) : [])),
  };
}

/** What reads the pages of a list, by the statements that begin at its start and at its end. */
function reader<Flat, Row>(
  { name, order, parameters, rows, sees = [], row }: Declared<Flat, Row>,
  of: string | null,
): {
  read: (queries: Queries, values: readonly SqlValue[], page: Page) => Promise<Flat[]>;
  rowOf: (flat: Flat) => Row;
} {
  const isNewestFirst = order === 'newest first';
  const at = (number: number) => parameters + number;
  const textOf = (direction: 'asc' | 'desc') => {
    const within = (id: string) =>
      isNewestFirst
        ? `${id} ${direction === 'desc' ? '<' : '>'} $${at(3)}::bigint`
        : `${id} > $${at(1)} and ${id} < coalesce($${at(2)}::bigint, 9223372036854775807)`;
    const [limit, offset] = isNewestFirst ? [1, 2] : [3, 4];
    const slice = sql`limit ${limitAt(at(limit))} offset $${String(at(offset))}`;
    return sql`${rows({ within, order: direction, slice, ids: idsAt(parameters, of) })}`;
  };
  const [start, end] = isNewestFirst
    ? [statement.read<Flat>(name, textOf('desc'), ...sees), statement.read<Flat>(`${name}_up`, textOf('asc'), ...sees)]
    : [
        statement.read<Flat>(name, textOf('asc'), ...sees),
        statement.read<Flat>(`newest_${name}`, textOf('desc').reversed(), ...sees),
      ];
  const valuesOf = ({ limit, offset, after, before, fromEnd }: Page): SqlValue[] => {
    if (!isNewestFirst) return [after ?? 0, before, limit, offset];
    return [limit, offset, fromEnd ? (before ?? 0) : (after ?? Number.MAX_SAFE_INTEGER)];
  };
  return {
    read: async (queries, values, page) => {
      const found = await queries.all(page.fromEnd ? end : start, [...values, ...valuesOf(page)]);
      return isNewestFirst && page.fromEnd ? found.toReversed() : found;
    },
    rowOf: row ?? ((flat) => flat as unknown as Row),
  };
}
