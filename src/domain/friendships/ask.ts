import type { Queries } from '../../platform/database/statement.ts';
import { acceptRequest, insertRequest, lockPair } from './pair.ts';

/** What became of asking somebody for friendship. */
export type Asked =
  | { outcome: 'asked' | 'accepted' | 'existing'; friendshipId: number }
  | { outcome: 'hidden' | 'blocked'; friendshipId?: undefined };

/**
 * Asks for friendship inside the transaction of `tx`; when the other one has already asked, that is accepted (decisions
 * R14). `hidden`: the other one is not there for the viewer; `blocked`: the viewer has blocked them.
 */
export async function ask(tx: Queries, viewerId: number, otherId: number): Promise<Asked> {
  const pair = await lockPair(tx, viewerId, otherId);
  if (!pair || pair.blockedByOther) return { outcome: 'hidden' };
  if (pair.blockedByViewer) return { outcome: 'blocked' };
  if (pair.friendshipId === null) {
    const made = await tx.one(insertRequest, [viewerId, otherId]);
    return { outcome: 'asked', friendshipId: made?.id ?? 0 };
  }
  if (pair.accepted || pair.requesterId === viewerId) return { outcome: 'existing', friendshipId: pair.friendshipId };
  await tx.one(acceptRequest, [pair.friendshipId]);
  return { outcome: 'accepted', friendshipId: pair.friendshipId };
}
