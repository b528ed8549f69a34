import type { Context } from '../../src/domain/context.ts';
import { listLikers } from '../../src/domain/feed/list-likers.ts';
import type { UserRow } from '../../src/domain/people/user.queries.ts';
import type { Connection } from '../pagination/connection.ts';
import { readCursor, writeCursor } from '../pagination/cursor.ts';
import type { TwoWayPage } from '../pagination/page.input.ts';
import { readPage } from '../pagination/page.ts';

/** The place of a liker: the user, and the index in the list, which is used when the user does not like it any more. */
interface Place {
  at: number;
  id: number;
}

/** A page of the users who like something (decisions D281). @param likers all of them, oldest like first @throws Failure INVALID */
export async function likersPage(context: Context, likers: number[], page: TwoWayPage): Promise<Connection<UserRow>> {
  const ids = await listLikers(context, likers);
  const indexes = new Map(ids.map((id, index) => [id, index]));
  return readPage<UserRow, Place>(page, {
    placeOf: (argument, cursor) => {
      const [at, id] = readCursor(argument, cursor, /^\d{1,9}\|\d{1,16}$/);
      return { at: Number(at), id: Number(id) };
    },
    cursorOf: ({ id }) => writeCursor(indexes.get(id) ?? 0, id),
    read: async ({ after, before, limit, offset, fromEnd }) => {
      const begin = after === null ? 0 : (indexes.get(after.id) ?? after.at - 1) + 1;
      const end = before === null ? ids.length : (indexes.get(before.id) ?? before.at);
      const between = ids.slice(begin, Math.max(begin, end));
      const part = fromEnd
        ? between.slice(Math.max(0, between.length - offset - limit), Math.max(0, between.length - offset))
        : between.slice(offset, offset + limit);
      const rows = await Promise.all(part.map((id) => context.loaders.users.load(id)));
      return rows.filter((row) => row !== null);
    },
    count: () => ids.length,
  });
}
