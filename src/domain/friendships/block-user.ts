import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { Failure, invalid } from '../../errors.ts';
import type { UserRow } from '../people/user.queries.ts';
import { Block } from './block.entity.ts';
import { userBlockedBy } from './block.queries.ts';
import { lockRelationship, removeFriendship } from './relationship.ts';

/** The blocked user as the viewer's own list shows them, whether or not they have blocked the viewer (decisions N23). */
async function blockedRow(tx: Queries, viewerId: number, userId: number): Promise<UserRow> {
  const row = await tx.one(userBlockedBy, [viewerId, userId]);
  if (!row) throw new Failure('NOT_FOUND');
  return row;
}

/**
 * Blocks a user: nothing of the viewer's is there for them any more, and the friendship or request between the two ends.
 * It succeeds also when the other one has blocked first, with the same answer: who was blocked can defend themself and
 * learns nothing (decisions N23). Returns the blocked user.
 * @throws Failure NOT_FOUND for an id that nobody has, INVALID with oneself
 */
export function blockUser(context: Context, userId: number): Promise<UserRow> {
  const viewer = viewerOf(context);
  if (userId === viewer.id) throw invalid('userId', 'is your own');
  const once = async (tx: Transaction) => {
    const relationship = await lockRelationship(tx, viewer.id, userId);
    if (!relationship) throw new Failure('NOT_FOUND');
    const em = await tx.em();
    if (!relationship.blockedByViewer) em.create(Block, { user: viewer.id, blocked: userId });
    if (relationship.friendshipId !== null) await removeFriendship(em, relationship.friendshipId);
    await em.flush();
    return blockedRow(tx, viewer.id, userId);
  };
  return context.database.transaction(once);
}

/**
 * Takes a block back; what it ended stays ended. Not blocked: nothing happens. Returns the user when there was a block.
 * @throws Failure NOT_FOUND
 */
export function unblockUser(context: Context, userId: number): Promise<UserRow | null> {
  const viewer = viewerOf(context);
  const once = async (tx: Transaction) => {
    const relationship = await lockRelationship(tx, viewer.id, userId);
    if (!relationship || (relationship.blockedByOther && !relationship.blockedByViewer)) throw new Failure('NOT_FOUND');
    const user = relationship.blockedByViewer ? await blockedRow(tx, viewer.id, userId) : null;
    const em = await tx.em();
    await em.nativeDelete(Block, { user: viewer.id, blocked: userId });
    return user;
  };
  return context.database.transaction(once);
}
