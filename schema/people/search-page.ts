import type { FoundUsers } from '../../src/domain/people/search-users.ts';
import type { UserRow } from '../../src/domain/people/user.queries.ts';
import { checkPageSize, connectionOf, pageCaps } from '../pagination/connection.ts';
import type { Connection, ForwardPage } from '../pagination/connection.ts';
import { readCursor, writeCursor } from '../pagination/cursor.ts';

/** A page of hits; how many there are came with it. */
type SearchConnection = Connection<UserRow> & { total: () => Promise<number> };

/** Reads a page of a search. Hits are ordered by how well they fit, so cursors are places in the list. */
export async function searchPage(
  args: ForwardPage,
  read: (page: { limit: number; offset: number }) => Promise<FoundUsers>,
): Promise<SearchConnection> {
  const limit = checkPageSize('first', args.first, pageCaps.list);
  const skipped = checkPageSize('offset', args.offset, Number.MAX_SAFE_INTEGER);
  const after = args.after == null ? 0 : Number(readCursor('after', args.after, /^\d{1,4}$/)[0]);
  // Nothing lies that far: a search ends after its best hits.
  const offset = Math.min(after + skipped, 1_000_000);
  const { users, total } = await read({ limit, offset });
  const places = new Map(users.map((user, i) => [user, offset + i + 1]));
  const more = { next: offset + users.length < total, previous: offset > 0 };
  return Object.assign(
    connectionOf(users, (user) => writeCursor(places.get(user) ?? 0), more),
    { total: async () => total },
  );
}
