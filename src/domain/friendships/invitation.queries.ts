import { statement } from '../../platform/database/statement.ts';

/**
 * Takes an e-mail address for the rest of the transaction. Inviting and registering both begin with it: whichever comes
 * second sees what the first one did, so no invitation is lost between the two.
 */
export const lockEmail = statement<{ locked: unknown }>(
  'lock_email',
  "select pg_advisory_xact_lock(hashtextextended('invitation ' || lower($1), 0)) as locked",
);

/**
 * `$1` invites `$2`, called `$3`, at `$4`. A row comes back when a mail is due: the first time, and again when the last
 * one is a day old.
 */
export const upsertInvitation = statement<{ id: number }>(
  'upsert_invitation',
  `insert into invitation (inviter_id, email, name, created_date, mailed_date) values ($1, $2, $3, $4, $4)
   on conflict (inviter_id, lower(email)) do update set mailed_date = excluded.mailed_date, name = excluded.name
     where invitation.mailed_date <= excluded.mailed_date - interval '1 day'
   returning id`,
);

/** Makes user `$1`, new with the e-mail `$2`, a friend of everyone who invited that address. */
export const befriendInvitersOf = statement<{ id: number }>(
  'befriend_inviters_of',
  `with invited as (
     delete from invitation where lower(email) = lower($2) and inviter_id <> $1 returning inviter_id, created_date
   ), made as (
     insert into friendship (user1_id, user2_id, created_date, accepted_date)
     select inviter_id, $1::bigint, created_date, now() from invited on conflict do nothing returning id, user1_id
   ), edges as (
     insert into friend_edge (user_id, friend_id)
     select user1_id, $1::bigint from made union all select $1::bigint, user1_id from made on conflict do nothing
   ) select id from made`,
);
