import type { Transaction } from '../../platform/database/database.ts';
import { Friendship } from './friendship.entity.ts';
import { acceptRequest, lockPair } from './pair.ts';

/** What became of asking somebody for friendship. */
type Asked =
  | { outcome: 'asked' | 'accepted' | 'existing'; friendshipId: number }
  | { outcome: 'hidden' | 'blocked'; friendshipId?: undefined };

/**
 * Asks for friendship inside the transaction of `tx`; when the other one has already asked, that is accepted (decisions
 * R14). `hidden`: the other one is not there for the viewer; `blocked`: the viewer has blocked them.
 */
export async function ask(tx: Transaction, viewerId: number, otherId: number): Promise<Asked> {
  const pair = await lockPair(tx, viewerId, otherId);
  if (!pair || pair.blockedByOther) return { outcome: 'hidden' };
  if (pair.blockedByViewer) return { outcome: 'blocked' };
  const em = await tx.em();
  if (pair.friendshipId === null) {
    const friendship = em.create(Friendship, { user1: viewerId, user2: otherId });
    await em.flush();
    return { outcome: 'asked', friendshipId: friendship.id };
  }
  if (pair.accepted || pair.requesterId === viewerId) return { outcome: 'existing', friendshipId: pair.friendshipId };
  await acceptRequest(em, pair.friendshipId);
  return { outcome: 'accepted', friendshipId: pair.friendshipId };
}
