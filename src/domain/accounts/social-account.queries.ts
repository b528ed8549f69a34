import { statement } from '../../platform/database/statement.ts';
import { onTerms } from '../rules/visibility.ts';
import { addressKey } from '../../platform/mail/address.ts';

/**
 * `$1` is the network, `$2` the id of the person there, and `$3` the address that the network returns. The result tells
 * whether this is the address of the account, and not proven yet. The link is locked until the transaction ends, so
 * that a transaction that removes it sees the key that is issued through it.
 */
export const accountBySocialId = statement.write<{ id: number; username: string; isUnproven: boolean }>(
  'account_by_social_id',
  `select u.id, u.username, not u.email_proven and ${addressKey('u.email')} = ${addressKey('$3')} as "isUnproven"
   from social_account s join users u on u.id = s.user_id
   where s.network = $1 and s.social_id = $2 for share of s`,
  { all: 'finds who signs in, by what the network says' },
);

/**
 * Makes the new user `$1` a friend of all users who are among `$3` on network `$2`. Users are locked in the order of
 * their ids, as everywhere. Users who are deleting their accounts are left out.
 */
export const befriendSocially = statement.write<{ id: number }>(
  'befriend_socially',
  `with known as (
     select u.id from users u
     where u.id in (select s.user_id from social_account s where s.network = $2 and s.social_id = any($3::text[]))
       and u.id <> $1 and ${onTerms('u.id', '$1')}
     order by u.id for key share of u
   ), made as (
     insert into friendship (user1_id, user2_id, accepted_date) select $1::bigint, id, now() from known
     on conflict do nothing returning id, user2_id
   ), edges as (
     insert into friend_edge (user_id, friend_id)
     select $1::bigint, user2_id from made union all select user2_id, $1::bigint from made on conflict do nothing
   ) select id from made`,
  onTerms,
);

/** All users who became friends of the new user `$1`, through the network or through an invitation. */
export const friendIdsOf = statement.read<{ id: number }>(
  'friend_ids_of',
  'select friend_id as id from friend_edge where user_id = $1 order by friend_id',
  { owner: 'user_id = $1' },
);
