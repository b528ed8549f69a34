import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '@runners/postgres';
import { Failure } from '../../errors.ts';
import { needFriendship } from './find-friendship.ts';
import type { FriendshipRow } from './friendship.queries.ts';
import { lockRelationship } from './relationship.ts';

/**
 * Changes a pending or accepted friendship of the viewer while its two users are locked.
 * @throws Failure NOT_FOUND for other users, and when it has ended in the meantime
 */
export async function changeFriendship<Result>(
  context: Context,
  friendshipId: number,
  change: (tx: Transaction, friendship: FriendshipRow) => Promise<Result>,
): Promise<Result> {
  const viewer = viewerOf(context);
  const friendship = await needFriendship(context, friendshipId);
  const { requester, requested } = friendship;
  if (viewer.id !== requester.id && viewer.id !== requested.id) throw new Failure('NOT_FOUND');
  const once = async (tx: Transaction) => {
    const relationship = await lockRelationship(
      tx,
      viewer.id,
      viewer.id === requester.id ? requested.id : requester.id,
    );
    if (relationship?.friendshipId !== friendshipId) throw new Failure('NOT_FOUND');
    return change(tx, friendship);
  };
  return context.database.transaction(once);
}
