import { sql } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { blocks, isSuspended } from '../rules/visibility.ts';
import { FriendEdge } from './friend-edge.entity.ts';
import { Friendship } from './friendship.entity.ts';

/** The friendship and the blocks between two users, read while both are locked. */
interface Relationship {
  /** Whether the account of the other user is suspended, and therefore not visible to any user. */
  otherIsSuspended: boolean;
  /** Whether the other user has blocked the viewer, and so is not visible to the viewer. */
  blockedByOther: boolean;
  blockedByViewer: boolean;
  /** The pending or accepted friendship; all null without one. */
  friendshipId: number | null;
  requesterId: number | null;
  accepted: boolean | null;
}

const lockUsers = statement.write<{ id: number }>(
  'lock_users',
  'select id from users where id in ($1, $2) order by id for no key update',
  { all: 'locks two accounts, and shows nothing of them' },
);

const readRelationship = statement.read<Relationship>(
  'read_relationship',
  `select ${isSuspended('o.id')} as "otherIsSuspended", ${blocks('o.id', '$1')} as "blockedByOther", ${blocks('$1', 'o.id')} as "blockedByViewer",
     f.id as "friendshipId", f.user1_id as "requesterId", f.accepted_date is not null as accepted
   from users o left join friendship f on least(f.user1_id, f.user2_id) = least(o.id, $1::bigint)
     and greatest(f.user1_id, f.user2_id) = greatest(o.id, $1::bigint)
   where o.id = $2`,
  blocks,
);

/**
 * Locks two users until the transaction ends, the lower id first, and reads the relationship between them. Every change of a
 * friendship or a block begins with it, so that such changes happen one after the other. Null when one of the users is gone.
 */
export async function lockRelationship(tx: Queries, viewerId: number, otherId: number): Promise<Relationship | null> {
  // These are two statements, because the second one sees what was committed while the first one waited.
  const users = await tx.all(lockUsers, [viewerId, otherId]);
  return users.length < 2 ? null : ((await tx.one(readRelationship, [viewerId, otherId])) ?? null);
}

/** Accepts a friendship, whose two users are locked, and writes both its edges; accepting it again changes nothing. */
export async function acceptRequest(em: SqlEntityManager, friendshipId: number): Promise<void> {
  const friendship = await em.findOneOrFail(Friendship, friendshipId);
  if (friendship.acceptedDate) return;
  const { user1, user2 } = friendship;
  friendship.acceptedDate = sql<Date>`now()`;
  em.create(FriendEdge, { user: user1, friend: user2 });
  em.create(FriendEdge, { user: user2, friend: user1 });
  await em.flush();
}

/** Removes a friendship, whose two users are locked, and both its edges. */
export async function removeFriendship(em: SqlEntityManager, friendshipId: number): Promise<void> {
  const { user1, user2 } = await em.findOneOrFail(Friendship, friendshipId);
  const edges = [
    { user: user1, friend: user2 },
    { user: user2, friend: user1 },
  ];
  await em.nativeDelete(Friendship, friendshipId);
  await em.nativeDelete(FriendEdge, { $or: edges });
}
