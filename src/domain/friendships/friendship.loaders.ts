import { directed, newestPageOf } from '../../platform/database/newest-page.ts';
import { countLoader, loader, pagedLoader } from '../../platform/database/loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../../platform/database/loader.ts';
import type { UserRow } from '../people/user.queries.ts';
import { blockedAmong, mutedAmong } from './block.queries.ts';
import { friendCounts, friendsOfUsers } from './friend.queries.ts';
import { friendshipRow, friendshipsByIds, friendshipsWith, pendingRequestCounts } from './friendship.queries.ts';
import type { FriendshipRow } from './friendship.queries.ts';
import type { LoaderMakers } from '../loader-makers.ts';

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
  /** The users whom the viewer has blocked, by id. */
  blockedUsers: Loader<{ id: number }>;
  /** The users whom the viewer has muted, by id. */
  mutedUsers: Loader<{ id: number }>;
}

export const friendshipLoaders: LoaderMakers<FriendshipLoaders> = {
  friendships: ({ database }, viewerId) =>
    loader(
      async (ids) => (await database.all(friendshipsByIds, [viewerId, ids])).map(friendshipRow),
      ({ id }) => id,
    ),
  friendshipsWith: ({ database }, viewerId) =>
    loader(
      async (ids) => (await database.all(friendshipsWith, [viewerId, ids])).map(friendshipRow),
      ({ requester, requested }) => (requester.id === viewerId ? requested.id : requester.id),
    ),
  friends: ({ database }, viewerId) =>
    pagedLoader(
      (ids, page) => {
        const [read, place] = directed(friendsOfUsers, newestPageOf(page));
        return database.all(read, [viewerId, ids, page.limit, page.offset, place]);
      },
      ({ ofId }) => ofId,
    ),
  friendCounts: ({ database }, viewerId) => countLoader((ids) => database.all(friendCounts, [viewerId, ids])),
  pendingRequests: ({ database }) => countLoader((ids) => database.all(pendingRequestCounts, [ids])),
  blockedUsers: ({ database }, viewerId) =>
    loader(
      (ids) => database.all(blockedAmong, [viewerId, ids]),
      ({ id }) => id,
    ),
  mutedUsers: ({ database }, viewerId) =>
    loader(
      (ids) => database.all(mutedAmong, [viewerId, ids]),
      ({ id }) => id,
    ),
};
