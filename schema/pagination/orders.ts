import type { Page } from '../../src/platform/database/loader.ts';
import type { Connection } from './connection.ts';
import { readCursor, writeCursor } from './cursor.ts';
import type { ForwardPage, IdPage } from './page.input.ts';
import { readPage } from './page.ts';

/** Counts all items; null for lists without a total number. */
type Count = (() => number | Promise<number>) | null;

/** The cursors of lists that are ordered by ids. */
export const byId = {
  placeOf: (argument: string, cursor: string) => Number(readCursor(argument, cursor, /^\d{1,16}$/)[0]),
  cursorOf: ({ id }: { id: number }) => writeCursor(id),
};

/** The part of a list that is read. The list is ordered by ids, newest first. */
interface NewestPage {
  /** The largest number of rows: one more than the page size. */
  limit: number;
  offset: number;
  /** Only rows with a smaller id are read; null reads all. */
  beforeId: number | null;
}

/** A page of a list that is ordered by ids, newest first. @throws Failure INVALID */
export function newestFirst<Row extends { id: number }>(
  args: ForwardPage,
  read: (page: NewestPage) => Promise<Row[]>,
  count: Count,
): Promise<Connection<Row>> {
  return readPage(args, {
    ...byId,
    read: ({ limit, offset, after }) => read({ limit, offset, beforeId: after }),
    count,
  });
}

/**
 * A page of a list that is ordered by ids, oldest first. Rows may contain the total number of items. @throws Failure
 * INVALID
 */
export function oldestFirst<Row extends { id: number; total?: number }>(
  args: IdPage,
  read: (page: Page) => Promise<Row[]>,
  count: () => number | Promise<number>,
): Promise<Connection<Row>> {
  return readPage(args, {
    ...byId,
    read: ({ after, ...slice }) => read({ ...slice, after: after ?? 0 }),
    count: ([row]) => row?.total ?? count(),
  });
}

/** The largest number of rows that a search by name can return. It stops after its best results long before. */
const mostPlaces = 1_000_000;

/**
 * A page of a list whose order depends on the query, such as distance or similarity of a name. Its cursors are
 * positions in the list.
 * @param depth the number of rows of the list that can be reached by paging
 * @throws Failure INVALID
 */
export function bestFirst<Row>(
  args: ForwardPage,
  read: (page: { limit: number; offset: number }) => Promise<Row[]>,
  { cap, depth, maxOffset, count }: { cap?: number; depth?: number; maxOffset?: number; count: Count },
): Promise<Connection<Row>> {
  let start = 0;
  return readPage(args, {
    cap,
    maxOffset,
    placeOf: (argument, cursor) => Number(readCursor(argument, cursor, /^\d{1,4}$/)[0]),
    cursorOf: (_row, at) => writeCursor(start + at + 1),
    read: ({ limit, offset, after }) => {
      start = Math.min((after ?? 0) + offset, depth ?? mostPlaces);
      return read({ limit: Math.min(limit, (depth ?? mostPlaces) - start), offset: start });
    },
    count,
  });
}
