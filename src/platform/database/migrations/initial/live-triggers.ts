const postColumns = (row: string) =>
  ['body', 'privacy', 'comment_count', 'likers', 'workout_id', 'post_type', 'extra']
    .map((name) => `${row}.${name}`)
    .join(', ');
const workoutColumns = (row: string) =>
  [
    'title',
    'run_date',
    'run_type',
    'source_type',
    'duration_in_seconds',
    'distance_in_meters',
    'elevation_gain_in_meters',
  ]
    .map((name) => `${row}.${name}`)
    .join(', ');
/** An event for changes of what belongs to posts. `posts` selects their ids. */
const changeOf = (posts: string) =>
  `insert into live_event (kind, subject_id, user_id)
   select 'post-changed', p.id, p.author_id from post p where p.id in (${posts}) order by p.id`;
/** Whether some users who could see a post can no longer see it. */
const closed = `(b.privacy = 'public' and a.privacy <> 'public') or (b.privacy = 'friends' and a.privacy = 'private')`;
const friendshipEvent = `insert into live_event (kind, subject_id, user_id, other_id)
  select 'friendship', f.id, f.user1_id, f.user2_id from`;

/** A trigger and its function: `body` reads the rows `before` and `after` the change. */
function trigger(name: string, event: 'insert' | 'update' | 'delete', table: string, body: string): [string, string] {
  const tables = [event !== 'insert' ? 'old table as before' : '', event !== 'delete' ? 'new table as after' : ''];
  return [
    `create function ${name}() returns trigger language plpgsql as $$ begin ${body}; return null; end $$`,
    `create trigger ${name} after ${event} on ${table} referencing ${tables.join(' ')} for each statement execute function ${name}()`,
  ];
}

/**
 * Statement-level triggers write each change into `live_event`, in the transaction of the change, including deletions
 * by cascade.
 */
export const liveTriggers = [
  ...trigger(
    'live_message_added',
    'insert',
    'message',
    `insert into live_event (kind, subject_id, conversation_id) select 'message', id, conversation_id from after order by id`,
  ),
  // A message moves its conversation and counts as unread for all members; the event of the message itself announces that.
  ...trigger(
    'live_member_changed',
    'update',
    'conversation_member',
    `insert into live_event (kind, subject_id, user_id)
     select 'member', a.conversation_id, a.user_id from after a
     join before b on b.conversation_id = a.conversation_id and b.user_id = a.user_id
     where a.last_message_id = b.last_message_id
       and (a.placement, a.requested, a.read_up_to, a.unread)
         is distinct from (b.placement, b.requested, b.read_up_to, b.unread)
     order by a.conversation_id, a.user_id`,
  ),
  ...trigger(
    'live_member_left',
    'delete',
    'conversation_member',
    `insert into live_event (kind, subject_id, conversation_id, user_id)
     select 'conversation', conversation_id, conversation_id, user_id from before order by conversation_id, user_id`,
  ),
  ...trigger('live_friendship_requested', 'insert', 'friendship', `${friendshipEvent} after f order by f.id`),
  ...trigger(
    'live_friendship_changed',
    'update',
    'friendship',
    `${friendshipEvent} after f join before b on b.id = f.id
     where b.accepted_date is distinct from f.accepted_date order by f.id`,
  ),
  ...trigger('live_friendship_ended', 'delete', 'friendship', `${friendshipEvent} before f order by f.id`),
  ...trigger(
    'live_post_added',
    'insert',
    'post',
    `insert into live_event (kind, subject_id, user_id, cell) select 'post', id, author_id, cell from after order by id`,
  ),
  ...trigger(
    'live_post_changed',
    'update',
    'post',
    `insert into live_event (kind, subject_id, user_id, privacy)
     select case when ${closed} then 'post-gone' else 'post-changed' end, a.id, a.author_id,
       case when ${closed} then b.privacy end
     from after a join before b on b.id = a.id
     where (${postColumns('a')}) is distinct from (${postColumns('b')}) order by a.id`,
  ),
  ...trigger(
    'live_post_gone',
    'delete',
    'post',
    `insert into live_event (kind, subject_id, user_id, privacy)
     select 'post-gone', id, author_id, privacy from before order by id`,
  ),
  ...trigger(
    'live_workout_changed',
    'update',
    'workout',
    changeOf(`select p.id from after a join before b on b.id = a.id join post p on p.workout_id = a.id
      where (${workoutColumns('a')}) is distinct from (${workoutColumns('b')})`),
  ),
  ...trigger(
    'live_comment_liked',
    'update',
    'comment',
    changeOf(`select a.post_id from after a join before b on b.id = a.id where a.likers is distinct from b.likers`),
  ),
  ...trigger('live_picture_added', 'insert', 'picture', changeOf('select post_id from after')),
  ...trigger(
    'live_picture_moved',
    'update',
    'picture',
    changeOf('select a.post_id from after a join before b on b.id = a.id where a.position <> b.position'),
  ),
  ...trigger('live_picture_deleted', 'delete', 'picture', changeOf('select post_id from before')),
];
