import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { FriendshipRow } from './friendship.queries.ts';
import { needFriendship } from './find-friendship.ts';
import { mustOwn } from '../rules/ownership.ts';
import { acceptRequest } from './relationship.ts';
import { changeFriendship } from './change-friendship.ts';

/**
 * Accepts a friend request. Accepting it again changes nothing.
 * @throws Failure NOT_YOURS for its requester, NOT_FOUND for other users
 */
export async function acceptFriendship(context: Context, friendshipId: number): Promise<FriendshipRow> {
  const viewer = viewerOf(context);
  return changeFriendship(context, friendshipId, async (tx, friendship) => {
    mustOwn(viewer.id, friendship.requested.id);
    await acceptRequest(await tx.em(), friendshipId);
    return needFriendship(context, friendshipId, tx);
  });
}
