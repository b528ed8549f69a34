import { checkPageSize, connectionOf, pageCaps } from './connection.ts';
import type { Connection, ForwardPage } from './connection.ts';
import { readCursor, writeCursor } from './cursor.ts';

/** The largest number of items that a search by distance returns. */
const deepest = 1000;

/** Reads a page of a list ordered by distance. Its cursors are positions in the list. @throws Failure INVALID */
export async function nearestFirst<Row extends object>(
  args: ForwardPage,
  read: (page: { limit: number; offset: number }) => Promise<Row[]>,
): Promise<Connection<Row>> {
  const first = checkPageSize('first', args.first, pageCaps.feed);
  const skipped = checkPageSize('offset', args.offset, deepest);
  const after = args.after == null ? 0 : Number(readCursor('after', args.after, /^\d{1,4}$/)[0]);
  const offset = Math.min(after + skipped, deepest);
  const limit = Math.min(first, deepest - offset);
  const found = await read({ limit: limit + 1, offset });
  const rows = found.slice(0, limit);
  const places = new Map(rows.map((row, i) => [row, offset + i + 1]));
  const next = found.length > limit && offset + limit < deepest;
  return connectionOf(rows, (row) => writeCursor(places.get(row) ?? 0), { next, previous: offset > 0 });
}
