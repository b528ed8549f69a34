import { runExpensive, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { SqlValue, Statement } from '../../platform/database/statement.ts';
import { checkText } from '../../platform/text.ts';
import { searchActiveFriendsStatement, searchFriendsStatement, searchUsersStatement } from './search.queries.ts';
import type { Hit } from './search.queries.ts';
import { searchWords } from './search-words.ts';
import type { UserRow } from './user.queries.ts';

/** A page of a search by name. */
interface UserSearch {
  /** A complete or partial name, in any case, with or without accents. */
  q: string;
  limit: number;
  offset: number;
}

/** A page of results, best first, and the total number, which is at most `mostHits`. */
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

/** Searches for users by name (interface, Users). @throws Failure INVALID */
export function searchUsers(context: Context, search: UserSearch): Promise<FoundUsers> {
  return find(context, search, searchUsersStatement, []);
}

/** Searches for friends of a user by name, as far as the viewer may see them. @throws Failure INVALID */
export function searchFriends(context: Context, search: FriendSearch): Promise<FoundUsers> {
  const userId = search.userId ?? viewerOf(context).id;
  return search.order === 'most_active'
    ? find(context, search, searchActiveFriendsStatement, [userId, context.now()])
    : find(context, search, searchFriendsStatement, [userId]);
}

async function find(
  context: Context,
  { q, limit, offset }: UserSearch,
  statement: Statement<Hit>,
  more: SqlValue[],
): Promise<FoundUsers> {
  const viewer = viewerOf(context);
  const words = searchWords(checkText(q, 'q', 'name'));
  if (!words) return { users: [], total: 0 };
  const { name, prefixes, whole, others, slips, wholeSlips } = words;
  const values = [viewer.id, name, prefixes, whole, others, slips, wholeSlips, limit, offset, ...more];
  const rows = await runExpensive(context, () => context.database.all(statement, values));
  return { users: rows.filter((row) => row.id !== null) as UserRow[], total: rows[0]?.total ?? 0 };
}
