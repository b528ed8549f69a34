import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { Failure, invalid } from '../../errors.ts';
import { lockPair, removeFriendship } from './pair.ts';

const insertBlock = statement<{ id: number }>(
  'insert_block',
  'insert into block (user_id, blocked_id) values ($1, $2) on conflict do nothing',
);
const removeBlock = statement<{ id: number }>(
  'remove_block',
  'delete from block where user_id = $1 and blocked_id = $2',
);

/**
 * Blocks a user: nothing of the viewer's is there for them any more, and the friendship or request between the two ends.
 * @throws Failure NOT_FOUND, INVALID with oneself
 */
export function blockUser(context: Context, userId: number): Promise<void> {
  const viewer = viewerOf(context);
  if (userId === viewer.id) throw invalid('userId', 'is your own');
  const once = async (tx: Queries) => {
    const pair = await lockPair(tx, viewer.id, userId);
    if (!pair || pair.blockedByOther) throw new Failure('NOT_FOUND');
    await tx.all(insertBlock, [viewer.id, userId]);
    if (pair.friendshipId !== null) await tx.one(removeFriendship, [pair.friendshipId]);
  };
  return context.database.transaction(once);
}

/** Takes a block back; what it ended stays ended. Not blocked: nothing happens. @throws Failure NOT_FOUND */
export function unblockUser(context: Context, userId: number): Promise<void> {
  const viewer = viewerOf(context);
  const once = async (tx: Queries) => {
    const pair = await lockPair(tx, viewer.id, userId);
    if (!pair || (pair.blockedByOther && !pair.blockedByViewer)) throw new Failure('NOT_FOUND');
    await tx.all(removeBlock, [viewer.id, userId]);
  };
  return context.database.transaction(once);
}
