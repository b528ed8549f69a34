import { runInTurn, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { SqlValue } from '@runners/postgres';
import type { Statement } from '../../platform/database/statement.ts';
import { checkText } from '../../platform/text.ts';
import {
  enough,
  searchActiveFriendsStatement,
  searchFriendsStatement,
  searchUsersStatement,
  spelledUsersStatement,
  usersByWordStatement,
} from './search.queries.ts';
import type { Hit } from './search.queries.ts';
import { misspellingsOf, searchWords } from './search-words.ts';
import type { UserRow } from './user.queries.ts';

/** A page of a search by name. */
interface UserSearch {
  /** A complete or partial name, in any case, with or without accents. */
  q: string;
  limit: number;
  offset: number;
}

/** A page of results, best first, and the total number as `Hit` has it. */
export interface FoundUsers {
  users: UserRow[];
  total: number;
}

/** The order of friends: by how well the name matches, or by their posts of the last 28 days. */
export type FriendOrder = 'relevance' | 'most_active';

/** A page of a search among the friends of a user. */
interface FriendSearch extends UserSearch {
  /** The user whose friends are searched; by default the viewer. */
  userId?: number | null;
  order: FriendOrder;
}

/**
 * Searches for users by name (interface, Users).
 * @param search with `countAll`, the total number is exact up to `mostHits` (decisions P10)
 * @throws Failure INVALID
 */
export async function searchUsers(
  context: Context,
  { q, limit, offset, countAll }: UserSearch & { countAll: boolean },
): Promise<FoundUsers> {
  const words = searchWords(checkText(q, 'q', 'name'));
  if (!words) return { users: [], total: 0 };
  const values = [viewerOf(context).id, words.name, words.prefixes, words.whole, limit, offset, words.typed];
  return runInTurn(context, 'expensive', async () => {
    const isWord = !words.typed && !words.name.includes(' ');
    const found = isWord
      ? await find(context, usersByWordStatement, [...values, countAll])
      : await find(context, spelledUsersStatement, values);
    const misspelled = found.total < enough ? misspellingsOf(words) : null;
    if (!misspelled) return found;
    const { others, slips, wholeSlips } = misspelled;
    return find(context, searchUsersStatement, [...values, others, slips, wholeSlips]);
  });
}

/** Searches for friends of a user by name, as far as the viewer may see them. @throws Failure INVALID */
export async function searchFriends(context: Context, search: FriendSearch): Promise<FoundUsers> {
  const { q, limit, offset, order } = search;
  const { id } = viewerOf(context);
  const words = searchWords(checkText(q, 'q', 'name'));
  if (!words) return { users: [], total: 0 };
  const { others = [], slips = [], wholeSlips = [] } = misspellingsOf(words) ?? {};
  const page = [id, words.name, words.prefixes, words.whole, limit, offset, words.typed];
  const values = [...page, others, slips, wholeSlips, search.userId ?? id];
  return runInTurn(context, 'expensive', () =>
    order === 'most_active'
      ? find(context, searchActiveFriendsStatement, [...values, context.now()])
      : find(context, searchFriendsStatement, values),
  );
}

async function find({ database }: Context, search: Statement<Hit>, values: SqlValue[]): Promise<FoundUsers> {
  const rows = await database.all(search, values);
  return { users: rows.filter((row) => row.id !== null) as UserRow[], total: rows[0]?.total ?? 0 };
}
