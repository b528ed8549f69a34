import { selected, selectedTexts } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { limitAt, sql } from '../../platform/database/sql.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { EventParticipant } from '../events/event-participant.entity.ts';
import { Comment } from '../feed/comment.entity.ts';
import { Route } from '../routes/route.entity.ts';
import { columns } from './exported-columns.ts';
import { deliveredTo, isPresent, visibleTo } from '../rules/visibility.ts';
import { shownLikes } from '../feed/shown-likes.ts';
import { Workout } from '../workouts/workout.entity.ts';
import { keyNames } from '../accounts/account.queries.ts';
import { ApiKey } from '../accounts/api-key.entity.ts';
import { User } from '../people/user.entity.ts';

/** The number of rows of a page, which bounds the memory of an export. */
export const pageSize = 200;

interface Identified {
  id: number;
}

/** A list of the archive. `$1` is the user, `$2` the id after which the rows begin, and `$3` their largest number. */
interface ExportedList<Row extends Identified = Identified> {
  file: string;
  page: Statement<Row>;
}

/** @param from ends with the condition that selects only rows of the user, `$1` */
function list<R extends Identified>(file: string, columns: string | Sql, from: string, id: string): ExportedList<R> {
  const read = sql`select ${columns} from ${from} and ${id} > $2::bigint order by ${id} limit ${limitAt(3)}`;
  const name = `export_${file.replaceAll('-', '_')}`;
  return { file: `${file}.json`, page: statement.read<R>(name, read, { owner: from }) };
}

/** The columns are listed by name, because some columns of users are not visible to anyone. */
const accountColumns = [
  'id',
  'username',
  'email',
  'firstName',
  'lastName',
  'dateJoined',
  'isFeatured',
  'isStaff',
] as const satisfies (keyof Stored<User>)[];

/** `$1` is the user. The row is the content of `account.json`. */
export const exportedAccount = statement.read<Identified & { firstName: string; lastName: string }>(
  'export_account',
  `select ${selected(User, '', accountColumns)}
   from users where id = $1`,
  { owner: 'id = $1' },
);

/** A workout has further what other tables say of it. */
const workoutColumns = sql`w.id, p.id as "postId", w.points_hash is not null as "hasPoints", ${columns.workout}`;

const otherOf = (one: string, other: string) => `case when f.${one} = $1 then f.${other} else f.${one} end`;
const nameOf = (user: string) => `${user}.first_name || ' ' || ${user}.last_name`;

/** The lists of the archive, each of which is a JSON file. A new kind of object that belongs to users is added here. */
export const exportedLists: ExportedList[] = [
  list('keys', selected(ApiKey, 'k', keyNames), 'api_key k where k.user_id = $1', 'k.id'),
  list('workouts', workoutColumns, 'workout w left join post p on p.workout_id = w.id where w.user_id = $1', 'w.id'),
  list(
    'posts',
    sql`${columns.post},
     ${shownLikes('post', 'p')}, p.hidden_privacy is not null as "isHidden"`,
    'post p where p.author_id = $1',
    'p.id',
  ),
  list(
    'comments',
    sql`${columns.comment},
     ${shownLikes('comment', 'c')}`,
    'comment c where c.user_id = $1',
    'c.id',
  ),
  list('liked-posts', 'l.post_id as id', 'post_like l where l.user_id = $1', 'l.post_id'),
  list(
    'liked-comments',
    selected(Comment, 'c', ['id', 'postId']),
    'comment_like l join comment c on c.id = l.comment_id where l.user_id = $1',
    'l.comment_id',
  ),
  list(
    'friendships',
    sql`f.id, case when f.accepted_date is null then 'Pending' else 'Accepted' end as status, f.user1_id = $1 as "askedByMe",
     o.id as "userId", ${nameOf('o')} as name,
     ${columns.friendship}`,
    `friendship f join users o on o.id = ${otherOf('user1_id', 'user2_id')} where $1 in (f.user1_id, f.user2_id)
       and ${isPresent('o.id')}`,
    'f.id',
  ),
  list(
    'blocked-users',
    sql`o.id, ${nameOf('o')} as name, ${columns.block}`,
    `block b join users o on o.id = b.blocked_id where b.user_id = $1 and ${isPresent('o.id')}`,
    'o.id',
  ),
  list(
    'muted-users',
    sql`o.id, ${nameOf('o')} as name, ${columns.mute}`,
    `mute t join users o on o.id = t.muted_id where t.user_id = $1 and ${isPresent('o.id')}`,
    'o.id',
  ),
  list(
    'reports',
    `t.id, k.kind, k.subject_id as "subjectId", t.reason, t.text, t.created_date as "createdDate"`,
    'abuse_report t join moderation_case k on k.id = t.case_id where t.reporter_id = $1',
    't.id',
  ),
  list('invitations', columns.invitation, 'invitation i where i.inviter_id = $1', 'i.id'),
  list('routes', columns.route, 'route r where r.owner_id = $1', 'r.id'),
  list(
    'favorite-routes',
    selected(Route, 'r', ['id', 'name']),
    `route_favorite t join route r on r.id = t.route_id where t.user_id = $1 and t.is_favorite and ${visibleTo('$1', 'r')}`,
    'r.id',
  ),
  list(
    'events',
    sql`t.id, e.name as event, ${selectedTexts(EventParticipant, 't', ['description'])}, t.user_goal_in_miles as "goalInMiles", ${columns.participant}`,
    'event_participant t join event e on e.id = t.event_id where t.user_id = $1',
    't.id',
  ),
  list('sponsored', columns.sponsor, 'event_sponsor s where s.user_id = $1', 's.id'),
  list(
    'notifications',
    sql`${columns.notification}, ${nameOf('o')} as name`,
    `notification n join users o on o.id = n.actor_id where n.user_id = $1 and ${isPresent('o.id')}`,
    'n.id',
  ),
  list('pictures', columns.picture, 'picture i join post p on p.id = i.post_id where p.author_id = $1', 'i.id'),
  list('social-accounts', columns.socialAccount, 'social_account a where a.user_id = $1', 'a.id'),
];

/** The conversations without their messages. */
export const exportedConversations = list<Identified & Record<string, unknown>>(
  'conversations',
  sql`${columns.conversation}, c.started_by_id as "startedBy", ${columns.member},
   (select json_agg(json_build_object('id', o.id, 'name', ${nameOf('o')}) order by o.id)
    from conversation_member t join users o on o.id = t.user_id where t.conversation_id = c.id and ${isPresent('o.id')}) as participants,
   c.past_users_involved as "pastUsersInvolved"`,
  'conversation_member s join conversation c on c.id = s.conversation_id where s.user_id = $1 and s.last_message_id <> 0',
  'c.id',
);

/** `$1` conversation, `$2` messages after this id, `$3` limit, `$4` whose archive it is. */
export const exportedMessages = statement.read<Identified>(
  'export_messages',
  sql`select m.id, m.user_id as "userId", coalesce(${nameOf('o')}, m.user_deleted_name) as name, ${columns.message}
   from message m left join users o on o.id = m.user_id where m.conversation_id = $1 and m.id > $2
     and ${deliveredTo('$4', 'm')}
   order by m.id limit ${limitAt(3)}`,
  deliveredTo,
);

/** A workout whose points are exported as GPX. */
interface TrackedWorkout extends Identified {
  title: string;
  runType: string;
  runDate: string;
}

/** The workouts that have points. The points themselves are read for one workout at a time. */
export const exportedTracks = list<TrackedWorkout>(
  'tracks',
  selected(Workout, 'w', ['id', 'title', 'runType', 'runDate']),
  'workout w join workout_track t on t.workout_id = w.id where w.user_id = $1',
  'w.id',
);

/** The workouts whose original files are kept. The files themselves are read one at a time. */
export const exportedOriginals = list<Identified & { runDate: string }>(
  'originals',
  selected(Workout, 'w', ['id', 'runDate']),
  'workout w join workout_original o on o.workout_id = w.id where w.user_id = $1',
  'w.id',
);

/** A picture whose original is part of the archive. */
interface ExportedPicture extends Identified {
  postId: number;
  /** The key in the picture store. */
  key: string;
  format: string;
}

/** `$1` is the user. The result is the key of the profile picture, or no row if there is none. */
export const exportedProfilePicture = statement.read<{ key: string }>(
  'export_profile_picture',
  'select image_key as key from users where id = $1 and image_key is not null',
  { owner: 'id = $1' },
);

/** The pictures of the posts of the user. */
export const exportedPictures = list<ExportedPicture>(
  'picture-files',
  'i.id, i.post_id as "postId", i.key, i.format',
  'picture i join post p on p.id = i.post_id where p.author_id = $1',
  'i.id',
);
