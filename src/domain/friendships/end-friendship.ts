import type { Context } from '../context.ts';
import { changeFriendship } from './change-friendship.ts';
import { removeFriendship } from './relationship.ts';

/**
 * Ends a friendship of the viewer: removes a friend, declines a request, or withdraws a request.
 * @throws Failure NOT_FOUND for other users
 */
export async function endFriendship(context: Context, friendshipId: number): Promise<void> {
  await changeFriendship(context, friendshipId, async (tx) => removeFriendship(await tx.em(), friendshipId));
}
