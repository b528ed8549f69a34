import { statement } from '../../../platform/database/statement.ts';
import { isSuspended } from '../../rules/visibility.ts';

/** Posts and friendships of a person that others are told of, the newest. */
const mostTold = 200;

/** `$1` user, `$2` until or null. `changed` unless it is so already. */
export const insertSuspension = statement<{ id: number }>(
  'insert_suspension',
  `insert into suspension as s (user_id, until) values ($1, $2)
   on conflict (user_id) do update set until = excluded.until, created_date = now()
     where s.until is distinct from excluded.until
   returning user_id as id`,
);

/** `$1` user. */
export const deleteSuspension = statement<{ id: number }>(
  'delete_suspension',
  'delete from suspension where user_id = $1 returning user_id as id',
);

/** `$1` now, `$2` limit: whose suspensions have ended by themselves. */
export const endedSuspensions = statement<{ id: number }>(
  'ended_suspensions',
  'select user_id as id from suspension where until <= $1 order by until limit $2',
  { all: 'finds what has ended by itself, and shows nothing of it' },
);

const likedBy = (alias: string) => `${alias}.likers @> array[$1::bigint]`;
const commentedPosts = '(select post_id from comment where user_id = $1)';

/** `$1` user, who is suspended: what others have made and the user liked or commented is counted without them. */
export const withholdFromPosts = statement(
  'withhold_from_posts',
  `update post p set withheld = true where not p.withheld and (${likedBy('p')} or p.id in ${commentedPosts})`,
);
export const withholdFromComments = statement(
  'withhold_from_comments',
  `update comment c set withheld = true where not c.withheld and ${likedBy('c')}`,
);

const anySuspended = (likers: string) => `exists (select 1 from unnest(${likers}) l(id) where ${isSuspended('l.id')})`;

/** `$1` user, who is not suspended any more: what nobody else is withheld from is as its row says. */
export const returnToPosts = statement(
  'return_to_posts',
  `update post p set withheld = false where p.withheld and (${likedBy('p')} or p.id in ${commentedPosts})
     and not ${anySuspended('p.likers')}
     and not exists (select 1 from comment k where k.post_id = p.id and ${isSuspended('k.user_id')})`,
);
export const returnToComments = statement(
  'return_to_comments',
  `update comment c set withheld = false where c.withheld and ${likedBy('c')} and not ${anySuspended('c.likers')}`,
);

/** Posts of others that tell of a promise of user `$1`, under the name that they gave. */
const toldPromises = 'select es.post_id from event_sponsor es where es.user_id = $1 and es.post_id is not null';

/** `$1` user: posts of others that name them as a sponsor are for their authors alone, like hidden ones. */
export const hidePromises = statement(
  'hide_promises',
  `update post p set hidden_privacy = p.privacy, privacy = 'private'
   where p.id in (${toldPromises}) and p.hidden_privacy is null`,
);

/** `$1` user: they are as they were, but for those that staff have hidden themselves. */
export const restorePromises = statement(
  'restore_promises',
  `update post p set privacy = p.hidden_privacy, hidden_privacy = null
   where p.id in (${toldPromises}) and p.hidden_privacy is not null and coalesce((
     select a.action from moderation_act a where a.kind = 'post' and a.subject_id = p.id order by a.id desc limit 1
   ), '') <> 'hide'`,
);

/**
 * `$1` user: whoever follows one of their newest posts is told that it is gone. Their account is not named, as after its
 * deletion: what is told of it would concern nobody.
 */
export const tellPostsGone = statement(
  'tell_posts_gone',
  `insert into live_event (kind, subject_id, privacy)
   select 'post-gone', p.id, p.privacy from (
     select id, privacy from post where author_id = $1 and privacy <> 'private' order by id desc limit ${mostTold}
   ) p order by p.id`,
);

/** `$1` user: whoever may see one of their newest posts is told that it is there. */
export const tellPostsBack = statement(
  'tell_posts_back',
  `insert into live_event (kind, subject_id, user_id)
   select 'post-changed', p.id, $1::bigint from (
     select id from post where author_id = $1 and privacy <> 'private' order by id desc limit ${mostTold}
   ) p order by p.id`,
);

/** `$1` user: the other ones of their friendships are told that these have changed. */
export const tellFriends = statement(
  'tell_friends',
  `insert into live_event (kind, subject_id, user_id, other_id)
   select 'friendship', f.id, f.user1_id, f.user2_id from (
     select * from friendship where user1_id = $1 or user2_id = $1 order by id desc limit ${mostTold}
   ) f order by f.id`,
);

/** `$1` user: whoever is in a conversation with them is told that it has changed. */
export const tellTalks = statement(
  'tell_talks',
  `insert into live_event (kind, subject_id, conversation_id)
   select 'conversation', conversation_id, conversation_id from conversation_member where user_id = $1 order by conversation_id`,
);

/** `$1` user: every process asks anew who their keys sign in. */
export const announceKeys = statement('announce_keys', `select pg_notify('key_revoked', 'all:' || $1::text)`, {
  all: 'announces, and reads nothing',
});
