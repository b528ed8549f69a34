import type { Context } from '../context.ts';
import { changeFriendship } from './change-friendship.ts';
import { removeFriendship } from './relationship.ts';

/**
 * Ends one's own friendship: unfriends, declines a request, or takes one's own back.
 * @throws Failure NOT_FOUND for anyone but its two
 */
export async function endFriendship(context: Context, friendshipId: number): Promise<void> {
  await changeFriendship(context, friendshipId, async (tx) => removeFriendship(await tx.em(), friendshipId));
}
