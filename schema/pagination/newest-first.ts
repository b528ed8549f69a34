import { checkPageSize, connectionOf, pageCaps } from './connection.ts';
import type { Connection, ForwardPage } from './connection.ts';
import { readCursor, writeCursor } from './cursor.ts';

/** A part of a list ordered by id, newest first. `limit` is one more than the page size. */
export interface NewestPage {
  limit: number;
  offset: number;
  /** Only rows with a smaller id are read; null reads all. */
  beforeId: number | null;
}

/** A page of such a list, and the total number of items. */
export type NewestConnection<Row> = Connection<Row> & { total: () => Promise<number> };

/** Reads the page that the arguments select. @throws Failure INVALID */
export async function newestFirst<Row extends { id: number }>(
  args: ForwardPage,
  read: (page: NewestPage) => Promise<Row[]>,
  total: () => Promise<number>,
): Promise<NewestConnection<Row>> {
  const first = checkPageSize('first', args.first, pageCaps.list);
  const offset = checkPageSize('offset', args.offset, Number.MAX_SAFE_INTEGER);
  const beforeId = args.after == null ? null : Number(readCursor('after', args.after, /^\d{1,15}$/)[0]);
  const rows = await read({ limit: first + 1, offset, beforeId });
  const more = { next: rows.length > first, previous: beforeId !== null || offset > 0 };
  const connection = connectionOf(rows.slice(0, first), (row) => writeCursor(row.id), more);
  // A list that fits on its first page does not have to be counted.
  const whole = !more.next && !more.previous;
  return Object.assign(connection, { total: whole ? async () => rows.length : total });
}
