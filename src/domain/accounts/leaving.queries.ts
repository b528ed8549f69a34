import { statement } from '../../platform/database/statement.ts';
import type { SqlValue, Statement } from '../../platform/database/statement.ts';

/** Who deletes their account: what has to be found and what is kept of it. */
export interface Leaver {
  id: number;
  email: string;
  /** `First Last`: stays in others' conversations. */
  name: string;
}

/** One step of a leave, with the values it takes. */
interface Step {
  statement: Statement<unknown>;
  values(leaver: Leaver): readonly SqlValue[];
}

/** A step that needs no more than the id. */
interface Lock {
  statement: Statement<unknown>;
  values(leaver: Pick<Leaver, 'id'>): readonly SqlValue[];
}

const byId = (name: string, text: string): Lock => ({
  statement: statement(`leaving_${name}`, text),
  values: ({ id }) => [id],
});

/** Posts that show something of user `$1`: their own, those they commented, those they like. */
const posts = `p.author_id = $1 or p.likers @> array[$1::bigint] or p.id in (select post_id from comment where user_id = $1)`;
/** Comments of others that user `$1` likes. */
const likedComments = 'c.likers @> array[$1::bigint]';
const ownConversations = 'select conversation_id from conversation_member where user_id = $1';

/**
 * The rows that others may be writing to, in the order in which other writes take them: things before people, each kind
 * by id. With the user's own row at the end nothing that refers to the user can be added any more: every insert needs
 * that row for its foreign key, and likes, which have none, take it themselves.
 */
export const locks: Lock[] = [
  // Two who leave share too much for any order: across processes, too, one leaves after the other.
  { statement: statement('leaving_lock_leaving', 'select pg_advisory_xact_lock(1917, 2)::text'), values: () => [] },
  byId('lock_stats', 'select id from stats where id = $1 for update'),
  byId('lock_posts', `select p.id from post p where ${posts} order by p.id for update`),
  byId('lock_comments', `select c.id from comment c where ${likedComments} order by c.id for update`),
  byId('lock_friendships', 'select id from friendship where user1_id = $1 or user2_id = $1 order by id for update'),
  byId('lock_conversations', `select id from conversation where id in (${ownConversations}) order by id for update`),
];

/** `$1` user id; no row when the account is gone already. */
export const lockLeaver = statement<Leaver>(
  'lock_leaver',
  `select id, email, first_name || ' ' || last_name as name from users where id = $1 for update`,
);

/**
 * All that goes with an account and all that stays, in order: the one place to add to when a new kind of thing refers to
 * a user. What belongs to the user alone goes with the row of `users`, by foreign keys that cascade: keys, resets,
 * preferences, profile, stats, reports, workouts with tracks, posts with their comments and pictures, friendships, edges,
 * blocks, mutes, what others reported of them with all that was kept of it, invitations they sent, routes, favorites, participations, promises, uploads, social accounts. Files of pictures
 * that nothing refers to any more are swept from the store (`src/domain/pictures/sweep.ts`).
 */
export const steps: Step[] = [
  // Marks on things of others.
  byId('unlike_posts', `update post set likers = array_remove(likers, $1::bigint) where likers @> array[$1::bigint]`),
  byId('unlike_comments', `update comment c set likers = array_remove(likers, $1::bigint) where ${likedComments}`),
  byId(
    'remove_comments',
    `with gone as (delete from comment where user_id = $1 returning post_id, is_hidden)
     update post p set comment_count = p.comment_count - g.count
     from (select post_id, count(*)::int as count from gone where not is_hidden group by post_id) g
     where p.id = g.post_id and p.author_id <> $1`,
  ),
  // Conversations of others keep the messages and the name; those that nobody living takes part in go.
  {
    statement: statement(
      'leaving_keep_name',
      `update message set user_id = null, user_deleted_name = $2::text where user_id = $1`,
    ),
    values: ({ id, name }) => [id, name],
  },
  {
    statement: statement(
      'leaving_memberships',
      `with own as (delete from conversation_member where user_id = $1 returning conversation_id),
       empty as (
         delete from conversation c where c.id in (select conversation_id from own)
           and not exists (select 1 from conversation_member s where s.conversation_id = c.id and s.user_id <> $1)
       )
       update conversation c set past_users_involved = array_append(past_users_involved, $2::text)
       where c.id in (select conversation_id from own)
         and exists (select 1 from conversation_member s where s.conversation_id = c.id and s.user_id <> $1)`,
    ),
    values: ({ id, name }) => [id, name],
  },
  // Promises to others in charity events go, with the posts that tell of them and name the sponsor.
  byId('remove_sponsor_posts', 'delete from post p using event_sponsor s where s.user_id = $1 and p.id = s.post_id'),
  // What they reported stays with staff, without their name and words.
  byId('forget_reports', "update abuse_report set text = '', reporter_id = null where reporter_id = $1"),
  // Invitations that wait for this address.
  {
    statement: statement('leaving_invitations', 'delete from invitation where lower(email) = lower($1)'),
    values: ({ email }) => [email],
  },
  byId(
    'revoke_keys',
    `with gone as (delete from api_key where user_id = $1 returning id)
     select pg_notify('key_revoked', id::text) from gone`,
  ),
  byId('remove_user', 'delete from users where id = $1'),
  // The log of live events, the ones included that tell of this very deletion.
  byId(
    'forget_events',
    `update live_event e set user_id = nullif(user_id, $1), other_id = nullif(other_id, $1) where e.id in (
       select id from live_event where seq is not null and user_id = $1
       union all select id from live_event where seq is not null and other_id = $1
       union all select id from live_event where seq is null and (user_id = $1 or other_id = $1))`,
  ),
];
