import type { Transaction } from '@runners/postgres';
import { Friendship } from './friendship.entity.ts';
import { acceptRequest, lockRelationship } from './relationship.ts';

/** The outcome of a request for friendship. */
type RequestOutcome =
  | { outcome: 'requested' | 'accepted' | 'existing'; friendshipId: number }
  | { outcome: 'hidden' | 'blocked'; friendshipId?: undefined };

/**
 * Requests a friendship inside the transaction of `tx`. If the other user has already requested one, that request is accepted
 * (decisions R14). `hidden` means that the other user is not visible to the viewer, and `blocked` that the viewer has blocked them.
 */
export async function recordRequest(tx: Transaction, viewerId: number, otherId: number): Promise<RequestOutcome> {
  const relationship = await lockRelationship(tx, viewerId, otherId);
  if (!relationship || relationship.blockedByOther || relationship.otherIsSuspended) return { outcome: 'hidden' };
  if (relationship.blockedByViewer) return { outcome: 'blocked' };
  const em = await tx.em();
  if (relationship.friendshipId === null) {
    const friendship = em.create(Friendship, { user1: viewerId, user2: otherId });
    await em.flush();
    return { outcome: 'requested', friendshipId: friendship.id };
  }
  if (relationship.accepted || relationship.requesterId === viewerId)
    return { outcome: 'existing', friendshipId: relationship.friendshipId };
  await acceptRequest(em, relationship.friendshipId);
  return { outcome: 'accepted', friendshipId: relationship.friendshipId };
}
