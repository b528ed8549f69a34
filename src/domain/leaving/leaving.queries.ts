import { statement } from '../../platform/database/statement.ts';
import type { SqlValue } from '@runners/postgres';
import type { Statement } from '../../platform/database/statement.ts';
import { undeliveredUsers } from '../rules/visibility.ts';
import { addressKey } from '../../platform/mail/address.ts';

/** The account that is being deleted: the values that are needed, and the name that is kept. */
export interface Leaver {
  id: number;
  email: string;
  /** `First Last`, which remains in the conversations of others. */
  name: string;
}

/** One statement of a deletion, with its parameters. */
interface Step {
  statement: Statement<unknown>;
  values(leaver: Leaver): readonly SqlValue[];
}

/** A statement that takes only the id. */
interface Lock {
  statement: Statement<unknown>;
  values(leaver: Pick<Leaver, 'id'>): readonly SqlValue[];
}

const byId = (name: string, text: string): Lock => ({
  statement: statement.write(`leaving_${name}`, text),
  values: ({ id }) => [id],
});

/**
 * The posts that show something of user `$1`: the user's own, and those that the user has commented on or likes. Their ids are
 * found first, because PostgreSQL might otherwise read all posts.
 */
const posts = `p.id = any(array(select id from post where author_id = $1
  union select post_id from post_like where user_id = $1 union select post_id from comment where user_id = $1))`;
/** The comments of others that user `$1` likes. */
const likedComments = 'c.id = any(array(select comment_id from comment_like where user_id = $1))';
const ownConversations = 'select conversation_id from conversation_member where user_id = $1';

/**
 * Locks the rows to which others may be writing, in the order of other writes: objects before users except for friendships, and
 * each kind by id. Once the user's own row is locked, no row that refers to the user can be added: every insert locks that row for
 * its foreign key.
 */
export const locks: Lock[] = [
  // Two users who delete their accounts share too many rows for any order of locks. Therefore one deletion runs after
  // the other, also across processes.
  {
    statement: statement.write('leaving_lock_leaving', 'select pg_advisory_xact_lock(1917, 2)::text'),
    values: () => [],
  },
  byId('lock_stats', 'select id from stats where id = $1 for update'),
  byId('lock_posts', `select p.id from post p where ${posts} order by p.id for update`),
  byId('lock_comments', `select c.id from comment c where ${likedComments} order by c.id for update`),
  byId('lock_conversations', `select id from conversation where id in (${ownConversations}) order by id for update`),
];

/** `$1` is the user id. There is no row if the account has been deleted already. */
export const lockLeaver = statement.write<Leaver>(
  'lock_leaver',
  `select id, email, first_name || ' ' || last_name as name from users where id = $1 for update`,
);

/**
 * All that goes with an account and all that stays, in order: the one place to add to when a new kind of thing refers to
 * a user. What belongs to the user alone goes with the row of `users`, by foreign keys that cascade: keys, resets,
 * preferences, profile, stats, reports, workouts with tracks, sensors and original files, posts with their comments and pictures, friendships, edges,
 * blocks, mutes, what others reported of them with all that was kept of it, invitations they sent, routes, favorites, participations, promises, uploads, social accounts, notifications of and about them. Files of pictures
 * and recordings that nothing refers to any more are swept from the store (`src/domain/pictures/sweep.ts`,
 * `src/domain/workouts/originals/sweep-originals.ts`).
 */
export const steps: Step[] = [
  // Whoever changes a friendship locks its users first (`src/domain/friendships/relationship.ts`), and so does this.
  byId('lock_friendships', 'select id from friendship where user1_id = $1 or user2_id = $1 order by id for update'),
  // Likes of the user.
  byId('unlike_posts', 'delete from post_like where user_id = $1'),
  byId('unlike_comments', 'delete from comment_like where user_id = $1'),
  byId(
    'remove_comments',
    `with gone as (delete from comment where user_id = $1 returning post_id, is_hidden)
     update post p set comment_count = p.comment_count - g.count
     from (select post_id, count(*)::int as count from gone where not is_hidden group by post_id) g
     where p.id = g.post_id and p.id = any(array(select post_id from gone)) and p.author_id <> $1`,
  ),
  // Conversations with others keep the messages and the name. Conversations without a remaining member are deleted.
  {
    statement: statement.write(
      'leaving_keep_name',
      `update message m set user_id = null, user_deleted_name = $2::text, undelivered_users = ${undeliveredUsers('m')}
       where m.user_id = $1`,
    ),
    values: ({ id, name }) => [id, name],
  },
  byId(
    'forget_undelivered',
    `update message set undelivered_users = array_remove(undelivered_users, $1)
     where conversation_id in (${ownConversations}) and $1 = any(undelivered_users)`,
  ),
  {
    statement: statement.write(
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
  // Promises to other participants of charity events are deleted, together with the posts that announce them and name
  // the sponsor.
  byId('remove_sponsor_posts', 'delete from post p using event_sponsor s where s.user_id = $1 and p.id = s.post_id'),
  // What they reported stays with staff, without their name and words.
  byId('forget_reports', "update abuse_report set text = '', reporter_id = null where reporter_id = $1"),
  // Pending invitations to this address.
  {
    statement: statement.write(
      'leaving_invitations',
      `delete from invitation where ${addressKey('email')} = ${addressKey('$1')}`,
    ),
    values: ({ email }) => [email],
  },
  byId(
    'revoke_keys',
    `with gone as (delete from api_key where user_id = $1 returning id)
     select pg_notify('key_revoked', id::text) from gone`,
  ),
  byId('remove_user', 'delete from users where id = $1'),
  // The log of live events, including those of this deletion.
  byId(
    'forget_events',
    `update live_event e set user_id = nullif(user_id, $1), other_id = nullif(other_id, $1) where (e.id, e.created_date) in (
       select id, created_date from live_event where seq is not null and user_id = $1
       union all select id, created_date from live_event where seq is not null and other_id = $1
       union all select id, created_date from live_event where seq is null and (user_id = $1 or other_id = $1))`,
  ),
];
