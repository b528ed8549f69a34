import { countLoader, loader } from '../../platform/database/loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../../platform/database/loader.ts';
import type { UserRow } from '../people/user.queries.ts';
import { blockedAmong, mutedAmong } from './block.queries.ts';
import { friendsOfUsers } from './friend.queries.ts';
import { friendshipRow, friendshipsByIds, friendshipsWith, pendingRequestCounts } from './friendship.queries.ts';
import type { FriendshipRow } from './friendship.queries.ts';
import { defineLoader } from '../context.ts';

export const friendshipsLoader = defineLoader<Loader<FriendshipRow>>(({ database }, viewerId) =>
  loader(
    async (ids) => (await database.all(friendshipsByIds, [viewerId, ids])).map(friendshipRow),
    ({ id }) => id,
  ),
);

/** The pending or accepted friendship of the viewer with a user, by the id of the user. */
export const friendshipsWithLoader = defineLoader<Loader<FriendshipRow>>(({ database }, viewerId) =>
  loader(
    async (ids) => (await database.all(friendshipsWith, [viewerId, ids])).map(friendshipRow),
    ({ requester, requested }) => (requester.id === viewerId ? requested.id : requester.id),
  ),
);

/** Friends by user, newest account first. */
export const friendsLoader = defineLoader<PagedLoader<UserRow & { ofId: number }>>(({ database }, viewerId) =>
  friendsOfUsers.pages(database, (ids) => [viewerId, ids]),
);

/** The number of friends of a user that the viewer may see. */
export const friendCountsLoader = defineLoader<CountLoader>(({ database }, viewerId) =>
  friendsOfUsers.totals(database, (ids) => [viewerId, ids]),
);

/** The number of friend requests that wait for the answer of a user, by user. */
export const pendingRequestsLoader = defineLoader<CountLoader>(({ database }) =>
  countLoader((ids) => database.all(pendingRequestCounts, [ids])),
);

/** The users whom the viewer has blocked, by id. */
export const blockedUsersLoader = defineLoader<Loader<{ id: number }>>(({ database }, viewerId) =>
  loader(
    (ids) => database.all(blockedAmong, [viewerId, ids]),
    ({ id }) => id,
  ),
);

/** The users whom the viewer has muted, by id. */
export const mutedUsersLoader = defineLoader<Loader<{ id: number }>>(({ database }, viewerId) =>
  loader(
    (ids) => database.all(mutedAmong, [viewerId, ids]),
    ({ id }) => id,
  ),
);
