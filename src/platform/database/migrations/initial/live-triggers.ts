import { liveFunction, liveTrigger } from '../live-functions.ts';

const firstColumns = {
  post: ['body', 'privacy', 'comment_count', 'likers', 'workout_id', 'post_type', 'extra'],
  workout: [
    'title',
    'run_date',
    'run_type',
    'source_type',
    'duration_in_seconds',
    'distance_in_meters',
    'elevation_gain_in_meters',
  ],
  comment: ['likers'],
  picture: ['position'],
} as const;
type Columns = { readonly [Part in keyof typeof firstColumns]?: readonly string[] };

/** An event for changes of what belongs to posts. `posts` selects their ids. */
const changeOf = (posts: string) =>
  `insert into live_event (kind, subject_id, user_id)
   select 'post-changed', p.id, p.author_id from post p where p.id in (${posts}) order by p.id;`;
/** Whether some users who could see a post can no longer see it. */
const closed = `(b.privacy = 'public' and a.privacy <> 'public') or (b.privacy = 'friends' and a.privacy = 'private')`;
const friendshipEvent = `insert into live_event (kind, subject_id, user_id, other_id)
  select 'friendship', f.id, f.user1_id, f.user2_id from`;

/**
 * The functions that tell of changes of posts and of what belongs to them, by what has changed.
 * @param more the columns that they compare besides `firstColumns`
 */
export function changeFunctions(more: Columns = {}): Record<keyof typeof firstColumns, string> {
  const differ = (part: keyof typeof firstColumns) => {
    const columns = [...firstColumns[part], ...(more[part] ?? [])];
    const [after, before] = ['a', 'b'].map((row) => columns.map((name) => `${row}.${name}`).join(', '));
    return `(${after}) is distinct from (${before})`;
  };
  const both = 'from after a join before b on b.id = a.id';
  return {
    post: liveFunction(
      'live_post_changed',
      `insert into live_event (kind, subject_id, user_id, privacy)
       select case when ${closed} then 'post-gone' else 'post-changed' end, a.id, a.author_id,
         case when ${closed} then b.privacy end
       ${both} where ${differ('post')} order by a.id;`,
    ),
    workout: liveFunction(
      'live_workout_changed',
      changeOf(`select p.id ${both} join post p on p.workout_id = a.id where ${differ('workout')}`),
    ),
    comment: liveFunction('live_comment_liked', changeOf(`select a.post_id ${both} where ${differ('comment')}`)),
    picture: liveFunction('live_picture_moved', changeOf(`select a.post_id ${both} where ${differ('picture')}`)),
  };
}

const newRows = 'referencing new table as after for each statement';
const bothRows = 'referencing old table as before new table as after for each statement';
const oldRows = 'referencing old table as before for each statement';

/**
 * Statement-level triggers write each change into `live_event`, in the transaction of the change, including deletions
 * by cascade.
 */
export const liveTriggers = [
  ...liveTrigger(
    'live_message_added',
    `insert on message ${newRows}`,
    `insert into live_event (kind, subject_id, conversation_id) select 'message', id, conversation_id from after order by id;`,
  ),
  // A message moves its conversation and counts as unread for all members; the event of the message itself announces that.
  ...liveTrigger(
    'live_member_changed',
    `update on conversation_member ${bothRows}`,
    `insert into live_event (kind, subject_id, user_id)
     select 'member', a.conversation_id, a.user_id from after a
     join before b on b.conversation_id = a.conversation_id and b.user_id = a.user_id
     where a.last_message_id = b.last_message_id
       and (a.placement, a.requested, a.read_up_to, a.unread)
         is distinct from (b.placement, b.requested, b.read_up_to, b.unread)
     order by a.conversation_id, a.user_id;`,
  ),
  ...liveTrigger(
    'live_member_left',
    `delete on conversation_member ${oldRows}`,
    `insert into live_event (kind, subject_id, conversation_id, user_id)
     select 'conversation', conversation_id, conversation_id, user_id from before order by conversation_id, user_id;`,
  ),
  ...liveTrigger(
    'live_friendship_requested',
    `insert on friendship ${newRows}`,
    `${friendshipEvent} after f order by f.id;`,
  ),
  ...liveTrigger(
    'live_friendship_changed',
    `update on friendship ${bothRows}`,
    `${friendshipEvent} after f join before b on b.id = f.id
     where b.accepted_date is distinct from f.accepted_date order by f.id;`,
  ),
  ...liveTrigger(
    'live_friendship_ended',
    `delete on friendship ${oldRows}`,
    `${friendshipEvent} before f order by f.id;`,
  ),
  ...liveTrigger(
    'live_post_added',
    `insert on post ${newRows}`,
    `insert into live_event (kind, subject_id, user_id, cell) select 'post', id, author_id, cell from after order by id;`,
  ),
  ...liveTrigger(
    'live_post_gone',
    `delete on post ${oldRows}`,
    `insert into live_event (kind, subject_id, user_id, privacy)
     select 'post-gone', id, author_id, privacy from before order by id;`,
  ),
  ...liveTrigger('live_picture_added', `insert on picture ${newRows}`, changeOf('select post_id from after')),
  ...liveTrigger('live_picture_deleted', `delete on picture ${oldRows}`, changeOf('select post_id from before')),
  ...Object.values(changeFunctions()),
  ...Object.entries({
    live_post_changed: 'post',
    live_workout_changed: 'workout',
    live_comment_liked: 'comment',
    live_picture_moved: 'picture',
  }).map(([name, table]) => `create trigger ${name} after update on ${table} ${bothRows} execute function ${name}()`),
];
