import { invalid } from '../../src/errors.ts';
import type { Page } from '../../src/platform/database/loader.ts';
import type { Connection } from './connection.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { TwoWayPage } from './page.input.ts';
import { readPage } from './page.ts';
import type { PageArgs } from './page.ts';

/** Counts all items; null for lists without a total number. */
type Count = (() => number | Promise<number>) | null;

/** The form of ids in cursors. */
const ids = /^\d{1,16}$/;

/** The cursors of lists that are ordered by ids. */
export const byId = {
  positionOf: (argument: string, cursor: string) => Number(readCursor(argument, cursor, ids)[0]),
  cursorOf: ({ id }: { id: number }) => writeCursor(id),
};

/** How a list differs from one of at most `pageCaps.list` rows that is ordered by their ids. */
interface Ordered<Row> {
  cap?: number;
  /** The number of a row by which the list is ordered. */
  position?: (row: Row) => number;
  /** The form of these numbers in cursors. */
  form?: RegExp;
}

/**
 * A page of a list that is ordered by ids, newest first. Rows may contain the total number of items. @throws Failure
 * INVALID
 */
export function newestFirst<Row extends { id: number; total?: number }>(
  args: PageArgs,
  read: (page: Page) => Promise<Row[]>,
  count: Count,
  { cap, position = ({ id }) => id, form = ids }: Ordered<Row> = {},
): Promise<Connection<Row>> {
  return readPage(args, {
    cap,
    positionOf: (argument, cursor) => Number(readCursor(argument, cursor, form)[0]),
    cursorOf: (row) => writeCursor(position(row)),
    read: async (page) => {
      const rows = await read(page);
      // The rows are read from one end of the page. The other end is a bound when the client names both.
      const { after, before, fromEnd } = page;
      const bound = fromEnd ? after : before;
      return bound === null ? rows : rows.filter((row) => (fromEnd ? position(row) < bound : position(row) > bound));
    },
    count: count && (([row]) => row?.total ?? count()),
  });
}

/**
 * A page of a list that is ordered by ids, oldest first. Rows may contain the total number of items. @throws Failure
 * INVALID
 */
export function oldestFirst<Row extends { id: number; total?: number }>(
  args: TwoWayPage,
  read: (page: Page) => Promise<Row[]>,
  count: () => number | Promise<number>,
): Promise<Connection<Row>> {
  return readPage(args, {
    ...byId,
    read,
    count: ([row]) => row?.total ?? count(),
  });
}

/** The largest number of rows that a search by name can return. It stops after its best results long before. */
const mostRows = 1_000_000;

/**
 * A page of a list whose order depends on the query, such as distance or similarity of a name. Its cursors are
 * positions in the list. It is paged backwards from a cursor, since its end is not known.
 * @param depth the number of rows of the list that can be reached by paging
 * @throws Failure INVALID
 */
export function bestFirst<Row>(
  args: PageArgs,
  read: (page: { limit: number; offset: number }) => Promise<Row[]>,
  { cap, depth = mostRows, maxOffset, count }: { cap?: number; depth?: number; maxOffset?: number; count: Count },
): Promise<Connection<Row>> {
  let start = 0;
  return readPage(args, {
    cap,
    maxOffset,
    positionOf: (argument, cursor) => Number(readCursor(argument, cursor, /^\d{1,4}$/)[0]),
    cursorOf: (_row, at) => writeCursor(start + at + 1),
    read: async ({ limit, offset, after, before, fromEnd }) => {
      if (fromEnd && before === null)
        throw invalid('last', 'needs `before`, because a search is not counted from its end');
      const end = Math.max(0, (before ?? depth + 1) - 1 - (fromEnd ? offset : 0));
      const first = Math.min((after ?? 0) + (fromEnd ? 0 : offset), depth);
      start = fromEnd ? Math.max(first, end - limit) : first;
      const rows = await read({ limit: Math.max(0, Math.min(limit, end - start)), offset: start });
      // The first one only shows that there are more.
      if (fromEnd && rows.length === limit) start += 1;
      return rows;
    },
    count,
  });
}
