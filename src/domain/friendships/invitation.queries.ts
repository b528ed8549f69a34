import { statement } from '../../platform/database/statement.ts';
import { isPresent, onTerms } from '../rules/visibility.ts';
import { addressKey } from '../../platform/mail/address.ts';

/** An invitation whose address is not proven yet. */
export interface OpenInvitation {
  email: string;
  /** The account with that address, or null if there is none. */
  userId: number | null;
  /** The first name in that account. */
  firstName: string | null;
  /** When that account was made. */
  dateJoined: string | null;
  /** The names of the user who has sent the invitation. */
  inviterName: string;
}

/**
 * Locks an e-mail address until the transaction ends. Inviting and registering both begin with this lock, so that the
 * second one sees the result of the first, and no invitation is lost.
 */
export const lockEmail = statement.write<{ locked: unknown }>(
  'lock_email',
  `select pg_advisory_xact_lock(hashtextextended('invitation ' || ${addressKey('$1')}, 0)) as locked`,
);

/**
 * `$1` is the inviter, `$2` the address, `$3` the name, and `$4` the current time. A row is returned when a mail has to
 * be sent: for a new invitation, and when the last mail is a day old.
 */
export const upsertInvitation = statement.write<{ id: number }>(
  'upsert_invitation',
  `insert into invitation (inviter_id, email, name, created_date, mailed_date) values ($1, $2, $3, $4, $4)
   on conflict (inviter_id, ${addressKey('email')}) do update set mailed_date = excluded.mailed_date, name = excluded.name
     where invitation.mailed_date <= excluded.mailed_date - interval '1 day'
   returning id`,
);

/**
 * Locks all users who have invited the address `$1`, the lowest id first, as every change of a relationship between two
 * users does.
 */
export const lockInviters = statement.write<{ id: number }>(
  'lock_inviters',
  `select id from users where id in (select inviter_id from invitation where ${addressKey('email')} = ${addressKey('$1')})
   order by id for no key update`,
);

/**
 * Makes user `$1`, whose address `$2` is proven, a friend of all users who have invited it and are not separated by a
 * block. A pending request between the two is accepted. Invitations of users who are suspended are left. Returns the ids of the new
 * friends.
 */
export const befriendInvitersOf = statement.write<{ id: number }>(
  'befriend_inviters_of',
  `with invited as (
     delete from invitation where ${addressKey('email')} = ${addressKey('$2')} and inviter_id <> $1 and ${isPresent('inviter_id')}
     returning inviter_id, created_date
   ), made as (
     insert into friendship (user1_id, user2_id, created_date, accepted_date)
     select inviter_id, $1::bigint, created_date, now() from invited where ${onTerms('inviter_id', '$1')}
     on conflict (least(user1_id, user2_id), greatest(user1_id, user2_id)) do update set accepted_date = now()
       where friendship.accepted_date is null
     returning case when user1_id = $1 then user2_id else user1_id end as id
   ), edges as (
     insert into friend_edge (user_id, friend_id)
     select id, $1::bigint from made union all select $1::bigint, id from made on conflict do nothing
   ) select id from made`,
  onTerms,
);

/** Requests the friendship of all users who have invited the address `$2` of the new user `$1`. */
export const requestInvitersOf = statement.write<{ id: number }>(
  'request_inviters_of',
  `insert into friendship (user1_id, user2_id)
   select $1::bigint, inviter_id from invitation
   where ${addressKey('email')} = ${addressKey('$2')} and inviter_id <> $1 and ${onTerms('inviter_id', '$1')}
   on conflict do nothing returning id`,
  onTerms,
);

/** Deletes the invitations by which the users `$1` and `$2`, whose friendship or request was ended, would become friends. */
export const forgetInvitations = statement.write<{ id: number }>(
  'forget_invitations',
  `delete from invitation i using users u
   where ${addressKey('u.email')} = ${addressKey('i.email')} and ((i.inviter_id = $1 and u.id = $2) or (i.inviter_id = $2 and u.id = $1))
   returning i.id`,
);

/** `$1` is the id of the invitation of a mailed link. There is no row once the address is proven. */
export const openInvitation = statement.read<OpenInvitation>(
  'open_invitation',
  `select i.email, u.id as "userId", u.first_name as "firstName", u.date_joined as "dateJoined",
     concat_ws(' ', nullif(inviter.first_name, ''), nullif(inviter.last_name, '')) as "inviterName"
   from invitation i join users inviter on inviter.id = i.inviter_id
   left join users u on ${addressKey('u.email')} = ${addressKey('i.email')}
   where i.id = $1 and u.email_proven is not true and ${isPresent('u.id')} and ${isPresent('i.inviter_id')}`,
  { all: 'finds what the link of an invitation is for' },
);
