import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { blocks } from '../rules/visibility.ts';

/** What stands between two users, read under the lock of the pair. */
export interface Pair {
  /** Whether the other one has blocked the viewer: they are not there for the viewer. */
  blockedByOther: boolean;
  blockedByViewer: boolean;
  /** The friendship, asked for or accepted; all null without one. */
  friendshipId: number | null;
  requesterId: number | null;
  accepted: boolean | null;
}

const lockUsers = statement<{ id: number }>(
  'lock_pair',
  'select id from users where id in ($1, $2) order by id for no key update',
  { all: 'locks two accounts, and shows nothing of them' },
);

const readPair = statement<Pair>(
  'read_pair',
  `select ${blocks('o.id', '$1')} as "blockedByOther", ${blocks('$1', 'o.id')} as "blockedByViewer",
     f.id as "friendshipId", f.user1_id as "requesterId", f.accepted_date is not null as accepted
   from users o left join friendship f on least(f.user1_id, f.user2_id) = least(o.id, $1::bigint)
     and greatest(f.user1_id, f.user2_id) = greatest(o.id, $1::bigint)
   where o.id = $2`,
  blocks,
);

/**
 * Takes two users for the rest of the transaction, lower id first, and reads what stands between them. Every change of a
 * friendship or a block begins with it, so that they happen one after the other. Null when either user is gone.
 */
export async function lockPair(tx: Queries, viewerId: number, otherId: number): Promise<Pair | null> {
  // Two statements: the second one sees what was committed while the first one waited.
  const users = await tx.all(lockUsers, [viewerId, otherId]);
  return users.length < 2 ? null : ((await tx.one(readPair, [viewerId, otherId])) ?? null);
}

/** `$1` asks `$2`. */
export const insertRequest = statement<{ id: number }>(
  'insert_friend_request',
  'insert into friendship (user1_id, user2_id) values ($1, $2) returning id',
);

/** Accepts the friendship `$1` and writes both its edges. */
export const acceptRequest = statement<{ id: number }>(
  'accept_friend_request',
  `with accepted as (
     update friendship set accepted_date = now() where id = $1 and accepted_date is null returning id, user1_id, user2_id
   ), edges as (
     insert into friend_edge (user_id, friend_id)
     select user1_id, user2_id from accepted union all select user2_id, user1_id from accepted on conflict do nothing
   ) select id from accepted`,
);

/** Removes the friendship `$1` and both its edges. */
export const removeFriendship = statement<{ id: number }>(
  'remove_friendship',
  `with gone as (delete from friendship where id = $1 returning id, user1_id, user2_id), edges as (
     delete from friend_edge fe using gone where (fe.user_id = gone.user1_id and fe.friend_id = gone.user2_id)
       or (fe.user_id = gone.user2_id and fe.friend_id = gone.user1_id)
   ) select id from gone`,
);
