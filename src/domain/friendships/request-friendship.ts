import { checkNewAccount } from '../accounts/new-accounts.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '@runners/postgres';
import { Failure, invalid } from '../../errors.ts';
import { recordRequest } from './record-request.ts';
import { needFriendship } from './find-friendship.ts';
import type { FriendshipRow } from './friendship.queries.ts';

/**
 * Requests the friendship of a user. It is pending until the other user accepts it, and accepted at once if the other
 * user has already requested it (decisions R14).
 * @throws Failure FRIENDSHIP_EXISTS, NOT_FOUND, INVALID for oneself or for a user whom the viewer has blocked,
 * RATE_LIMITED
 */
export async function requestFriendship(context: Context, userId: number): Promise<FriendshipRow> {
  const viewer = viewerOf(context);
  if (userId === viewer.id) throw invalid('userId', 'is your own');
  await context.budget.spend('friendRequest');
  const once = async (tx: Transaction) => {
    const { outcome, friendshipId } = await recordRequest(tx, viewer.id, userId);
    if (outcome === 'blocked') throw invalid('userId', 'is somebody you have blocked');
    if (friendshipId === undefined) throw new Failure('NOT_FOUND');
    if (outcome === 'existing')
      throw new Failure('FRIENDSHIP_EXISTS', undefined, { existing: { type: 'Friendship', id: friendshipId } });
    if (outcome === 'requested') await checkNewAccount(context, tx, 1);
    return needFriendship(context, friendshipId, tx);
  };
  return context.database.transaction(once);
}
