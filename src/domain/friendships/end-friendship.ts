import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { changeFriendship } from './change-friendship.ts';
import { forgetInvitations } from './invitation.queries.ts';
import { removeFriendship } from './relationship.ts';

/**
 * Ends a friendship of the viewer: removes a friend, declines a request, or withdraws a request. An invitation between the two
 * ends with it. Returns the id of the other user.
 * @throws Failure NOT_FOUND for other users
 */
export async function endFriendship(context: Context, friendshipId: number): Promise<number> {
  return changeFriendship(context, friendshipId, async (tx, { requester, requested }) => {
    await removeFriendship(await tx.em(), friendshipId);
    // Otherwise a proof of the address would make them friends all the same.
    await tx.all(forgetInvitations, [requester.id, requested.id]);
    return requester.id === viewerOf(context).id ? requested.id : requester.id;
  });
}
