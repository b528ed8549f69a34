import type { Queries } from '../../platform/database/statement.ts';
import { countLoader, loader, pagedLoader } from '../../platform/database/loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../../platform/database/loader.ts';
import type { UserRow } from '../people/user.queries.ts';
import { friendCounts, friendsOfUsers } from './friend.queries.ts';
import { friendshipRow, friendshipsByIds, friendshipsWith, pendingRequestCounts } from './friendship.queries.ts';
import type { FriendshipRow } from './friendship.queries.ts';

/** The loaders of friendships. */
export interface FriendshipLoaders {
  friendships: Loader<FriendshipRow>;
  /** The pending or accepted friendship of the viewer with a user, by the id of the user. */
  friendshipsWith: Loader<FriendshipRow>;
  /** Friends by user, newest account first. */
  friends: PagedLoader<UserRow & { ofId: number }>;
  /** The number of friends of a user that the viewer may see. */
  friendCounts: CountLoader;
  /** The number of friend requests that wait for the answer of a user, by user. */
  pendingRequests: CountLoader;
}

export function friendshipLoaders(database: Queries, viewerId: number): FriendshipLoaders {
  return {
    friendships: loader(
      async (ids) => (await database.all(friendshipsByIds, [viewerId, ids])).map(friendshipRow),
      ({ id }) => id,
    ),
    friendshipsWith: loader(
      async (ids) => (await database.all(friendshipsWith, [viewerId, ids])).map(friendshipRow),
      ({ requester, requested }) => (requester.id === viewerId ? requested.id : requester.id),
    ),
    friends: pagedLoader(
      (ids, { limit, offset, before }) =>
        database.all(friendsOfUsers, [viewerId, ids, limit, offset, before ?? Number.MAX_SAFE_INTEGER]),
      ({ ofId }) => ofId,
    ),
    friendCounts: countLoader((ids) => database.all(friendCounts, [viewerId, ids])),
    pendingRequests: countLoader((ids) => database.all(pendingRequestCounts, [ids])),
  };
}
