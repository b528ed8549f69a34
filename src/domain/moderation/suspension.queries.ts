import { statement } from '../../platform/database/statement.ts';
import { isShared, isSuspended } from '../rules/visibility.ts';
import { isHiddenByStaff } from './content.queries.ts';

/** The largest number of posts of a user for which events are published. */
const mostPublished = 200;

/** `$1` is a time. The result has a row if it is in the future by the clock of the database, which also ends suspensions. */
export const isInFuture = statement.read<{ one: number }>(
  'is_in_future',
  'select 1 as one where $1::timestamptz > now()',
  {
    all: 'reads nothing that belongs to anybody',
  },
);

/** `$1` is the user, and `$2` the end or null. The result has no row if the account is already suspended until the same time. */
export const insertSuspension = statement.write<{ id: number }>(
  'insert_suspension',
  `insert into suspension as s (user_id, until) values ($1, $2)
   on conflict (user_id) do update set until = excluded.until, created_date = now()
     where s.until is distinct from excluded.until
   returning user_id as id`,
);

/** `$1` is the user, and `$2` is true if the suspension is deleted only if it has expired, since the staff may have extended it. */
export const deleteSuspension = statement.write<{ id: number }>(
  'delete_suspension',
  'delete from suspension where user_id = $1 and (not $2::boolean or until <= now()) returning user_id as id',
);

/** `$1` is the limit. The rows are the users whose suspensions have expired. */
export const endedSuspensions = statement.read<{ id: number }>(
  'ended_suspensions',
  'select user_id as id from suspension where until <= now() order by until limit $1',
  { all: 'finds expired suspensions, and shows nothing of them' },
);

/** What user `$1` has liked or commented on. The ids are found first, because PostgreSQL might otherwise read all rows. */
const ofPosts = `p.id = any(array(select post_id from post_like where user_id = $1
  union select post_id from comment where user_id = $1))`;
const ofComments = 'c.id = any(array(select comment_id from comment_like where user_id = $1))';

/** Whether somebody who is suspended has liked or commented on the post `p`, or has liked the comment `c`. */
export const isWithheld = {
  post: (p: string) =>
    `(${anySuspended('post_like', `l.post_id = ${p}.id`)} or ${anySuspended('comment', `l.post_id = ${p}.id`)})`,
  comment: (c: string) => anySuspended('comment_like', `l.comment_id = ${c}.id`),
};
function anySuspended(table: string, on: string): string {
  return `exists (select 1 from ${table} l where ${on} and ${isSuspended('l.user_id')})`;
}

/**
 * A statement that updates posts or comments, and publishes a change of those that another suspension leaves as they are; a
 * trigger publishes that of the others.
 */
const markPosts = (name: string, change: string) =>
  statement.write(
    name,
    `with changed as (update post p set ${change} and ${ofPosts} returning p.id)
     insert into live_event (kind, subject_id, user_id)
     select 'post-changed', p.id, p.author_id from post p where ${ofPosts} and p.id not in (select id from changed) order by p.id`,
  );
const markComments = (name: string, change: string) =>
  statement.write(
    name,
    `with changed as (update comment c set ${change} and ${ofComments} returning c.id)
     insert into live_event (kind, subject_id, user_id)
     select 'post-changed', p.id, p.author_id from post p where p.id in (
       select c.post_id from comment c where ${ofComments} and c.id not in (select id from changed)) order by p.id`,
  );

/** `$1` is the user, who is suspended. Likes and comments of the user are no longer counted. */
export const withholdFromPosts = markPosts('withhold_from_posts', 'withheld = true where not p.withheld');
export const withholdFromComments = markComments('withhold_from_comments', 'withheld = true where not c.withheld');

/**
 * `$1` is the user, who is no longer suspended. Objects without likes or comments of other suspended users use their
 * stored counts again.
 */
export const returnToPosts = markPosts(
  'return_to_posts',
  `withheld = false where p.withheld and not ${isWithheld.post('p')}`,
);
export const returnToComments = markComments(
  'return_to_comments',
  `withheld = false where c.withheld and not ${isWithheld.comment('c')}`,
);

/** Posts of other users that name user `$1` as a sponsor. */
const postsNamingSponsor = 'select es.post_id from event_sponsor es where es.user_id = $1 and es.post_id is not null';

/**
 * `$1` is the user. Posts of other users that name the user as a sponsor become visible only to their authors, like hidden
 * posts.
 */
export const hidePromises = statement.write(
  'hide_promises',
  `update post p set hidden_privacy = p.privacy, privacy = 'private'
   where p.id in (${postsNamingSponsor}) and p.hidden_privacy is null`,
);

/** `$1` is the user. These posts are restored, except for those that the staff have hidden. */
export const restorePromises = statement.write(
  'restore_promises',
  `update post p set privacy = p.hidden_privacy, hidden_privacy = null
   where p.id in (${postsNamingSponsor}) and p.hidden_privacy is not null and not ${isHiddenByStaff('p')}`,
);

/**
 * `$1` is the user. Publishes to subscribers of the user's newest posts that the posts are no longer visible. The events
 * do not name the account, as after its deletion.
 */
export const publishPostsGone = statement.write(
  'publish_posts_gone',
  `insert into live_event (kind, subject_id, privacy)
   select 'post-gone', p.id, p.privacy from (
     select p.id, p.privacy from post p where p.author_id = $1 and ${isShared('p')} order by p.id desc limit ${mostPublished}
   ) p order by p.id`,
);

/** `$1` is the user. Publishes to readers who may see the user's newest posts that the posts have changed. */
export const publishPostsRestored = statement.write(
  'publish_posts_restored',
  `insert into live_event (kind, subject_id, user_id)
   select 'post-changed', p.id, $1::bigint from (
     select p.id from post p where p.author_id = $1 and ${isShared('p')} order by p.id desc limit ${mostPublished}
   ) p order by p.id`,
);

/** `$1` is the user. Publishes a change of the user's friendships. */
export const publishFriendships = statement.write(
  'publish_friendships',
  `insert into live_event (kind, subject_id, user_id, other_id)
   select 'friendship', id, user1_id, user2_id from friendship where user1_id = $1 or user2_id = $1 order by id`,
);

/** `$1` is the user. Publishes a change of the user's conversations to their participants. */
export const publishConversations = statement.write(
  'publish_conversations_of',
  `insert into live_event (kind, subject_id, conversation_id)
   select 'conversation', conversation_id, conversation_id from conversation_member where user_id = $1 order by conversation_id`,
);

/** `$1` is the user. Every process verifies the user's keys again. */
export const announceKeys = statement.write('announce_keys', `select pg_notify('key_revoked', 'all:' || $1::text)`);
