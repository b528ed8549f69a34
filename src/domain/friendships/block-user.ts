import { sql } from '@mikro-orm/core';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Queries, Transaction } from '@runners/postgres';
import { statement } from '../../platform/database/statement.ts';
import { takesPartIn } from '../rules/visibility.ts';
import { Failure, invalid } from '../../errors.ts';
import type { UserRow } from '../people/user.queries.ts';
import { Block } from './block.entity.ts';
import { userBlockedBy } from './block.queries.ts';
import { lockRelationship, removeFriendship } from './relationship.ts';

/**
 * `$1` and `$2` two users: locks the conversations that both take part in. Messages that are being written in them come
 * before the block, and are delivered and counted; later ones come after it, and are neither (decisions N24).
 */
const lockSharedConversations = statement.write<{ id: number }>(
  'lock_shared_conversations',
  `select c.id from conversation c where ${takesPartIn('$1', 'c.id')} and ${takesPartIn('$2', 'c.id')}
   order by c.id for no key update of c`,
  takesPartIn,
);

/** The blocked user as in the list of the viewer, whether or not they have blocked the viewer (decisions N23). */
async function blockedRow(tx: Queries, viewerId: number, userId: number): Promise<UserRow> {
  const row = await tx.one(userBlockedBy, [viewerId, userId]);
  if (!row) throw new Failure('NOT_FOUND');
  return row;
}

/**
 * Blocks a user, who then no longer sees anything of the viewer. The friendship or request between them ends. If the
 * other user has blocked the viewer before, the answer is the same, so that the viewer can block them and learns
 * nothing (decisions N23). Returns the blocked user.
 * @throws Failure NOT_FOUND for an unknown id, INVALID for the viewer
 */
export async function blockUser(context: Context, userId: number): Promise<UserRow> {
  const viewer = viewerOf(context);
  if (userId === viewer.id) throw invalid('userId', 'is your own');
  const once = async (tx: Transaction) => {
    const relationship = await lockRelationship(tx, viewer.id, userId);
    if (!relationship || relationship.otherIsSuspended) throw new Failure('NOT_FOUND');
    const em = await tx.em();
    if (!relationship.blockedByViewer) {
      await tx.all(lockSharedConversations, [viewer.id, userId]);
      const block = em.create(Block, { user: viewer.id, blocked: userId });
      block.createdDate = sql<Date>`clock_timestamp()`;
    }
    if (relationship.friendshipId !== null) await removeFriendship(em, relationship.friendshipId);
    await em.flush();
    return blockedRow(tx, viewer.id, userId);
  };
  const blocked = await context.database.transaction(once);
  return blocked;
}

/**
 * Removes a block. A friendship that it ended is not restored. Returns the user; null when there was no block.
 * @throws Failure NOT_FOUND
 */
export async function unblockUser(context: Context, userId: number): Promise<UserRow | null> {
  const viewer = viewerOf(context);
  const once = async (tx: Transaction) => {
    const relationship = await lockRelationship(tx, viewer.id, userId);
    if (
      !relationship ||
      relationship.otherIsSuspended ||
      (relationship.blockedByOther && !relationship.blockedByViewer)
    )
      throw new Failure('NOT_FOUND');
    const user = relationship.blockedByViewer ? await blockedRow(tx, viewer.id, userId) : null;
    const em = await tx.em();
    await em.nativeDelete(Block, { user: viewer.id, blocked: userId });
    return user;
  };
  const unblocked = await context.database.transaction(once);
  return unblocked;
}
