import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';

/** Rows of a page; memory of an export is bounded by it. */
export const pageSize = 200;

interface Identified {
  id: number;
}

/** A list of the archive: `$1` user, `$2` rows after this id, `$3` limit. */
export interface ExportedList<Row extends Identified = Identified> {
  file: string;
  page: Statement<Row>;
}

/** @param from ends with the condition which leaves only what is the user's, `$1` */
function list<Row extends Identified>(file: string, columns: string, from: string, id: string): ExportedList<Row> {
  const name = `export_${file.replaceAll('-', '_')}`;
  return {
    file: `${file}.json`,
    page: statement<Row>(name, `select ${columns} from ${from} and ${id} > $2::bigint order by ${id} limit $3`, {
      owner: from,
    }),
  };
}

/** `$1` user: the row of `account.json`. */
export const exportedAccount = statement<Identified & { firstName: string; lastName: string }>(
  'export_account',
  `select id, username, email, first_name as "firstName", last_name as "lastName", date_joined as "dateJoined",
     is_featured as "isFeatured", is_staff as "isStaff" from users where id = $1`,
  { owner: 'id = $1' },
);

const workoutColumns = `w.id, p.id as "postId", w.title, w.post_body as "postBody", w.run_date as "runDate",
  w.run_type as "runType", w.source_type as "sourceType", w.duration_in_seconds as "durationInSeconds",
  w.distance_in_meters as "distanceInMeters", w.elevation_gain_in_meters as "elevationGainInMeters", w.privacy, w.source,
  w.best_mile_duration_in_seconds as "bestMileDurationInSeconds",
  w.best_5k_duration_in_seconds as "best5kDurationInSeconds",
  w.best_10k_duration_in_seconds as "best10kDurationInSeconds",
  w.best_half_marathon_duration_in_seconds as "bestHalfMarathonDurationInSeconds",
  w.best_marathon_duration_in_seconds as "bestMarathonDurationInSeconds", w.created_date as "createdDate"`;

const otherOf = (one: string, other: string) => `case when f.${one} = $1 then f.${other} else f.${one} end`;
const nameOf = (user: string) => `${user}.first_name || ' ' || ${user}.last_name`;

/** The lists of the archive, each a JSON file: the one place to add to when a new kind of thing belongs to a user. */
export const exportedLists: ExportedList[] = [
  list('keys', `k.id, k.label, k.created_date as "createdDate"`, 'api_key k where k.user_id = $1', 'k.id'),
  list('workouts', workoutColumns, 'workout w left join post p on p.workout_id = w.id where w.user_id = $1', 'w.id'),
  list(
    'posts',
    `p.id, p.workout_id as "workoutId", p.body, p.privacy, p.created_date as "createdDate",
     p.comment_count as "commentCount", p.likers, p.post_type as "postType", p.extra`,
    'post p where p.author_id = $1',
    'p.id',
  ),
  list(
    'comments',
    `c.id, c.post_id as "postId", c.comment, c.submit_date as "submitDate", c.likers`,
    'comment c where c.user_id = $1',
    'c.id',
  ),
  list('liked-posts', 'p.id', 'post p where p.likers @> array[$1::bigint]', 'p.id'),
  list('liked-comments', 'c.id, c.post_id as "postId"', 'comment c where c.likers @> array[$1::bigint]', 'c.id'),
  list(
    'friendships',
    `f.id, case when f.accepted_date is null then 'Pending' else 'Accepted' end as status, f.user1_id = $1 as "askedByMe",
     o.id as "userId", ${nameOf('o')} as name, f.created_date as "createdDate", f.accepted_date as "acceptedDate"`,
    `friendship f join users o on o.id = ${otherOf('user1_id', 'user2_id')} where $1 in (f.user1_id, f.user2_id)`,
    'f.id',
  ),
  list(
    'blocked-users',
    `o.id, ${nameOf('o')} as name, b.created_date as "createdDate"`,
    'block b join users o on o.id = b.blocked_id where b.user_id = $1',
    'o.id',
  ),
  list(
    'invitations',
    `i.id, i.email, i.name, i.created_date as "createdDate"`,
    'invitation i where i.inviter_id = $1',
    'i.id',
  ),
  list(
    'routes',
    `r.id, r.workout_id as "workoutId", r.name, r.distance_in_meters as "distanceInMeters", r.privacy, r.polyline,
     r.created_date as "createdDate"`,
    'route r where r.owner_id = $1',
    'r.id',
  ),
  list(
    'favorite-routes',
    'r.id, r.name',
    'route_favorite t join route r on r.id = t.route_id where t.user_id = $1 and t.is_favorite',
    'r.id',
  ),
  list(
    'events',
    `t.id, e.name as event, t.description, t.user_goal_in_miles as "goalInMiles", t.joined_date as "joinedDate",
     t.left_date as "leftDate"`,
    'event_participant t join event e on e.id = t.event_id where t.user_id = $1',
    't.id',
  ),
  list(
    'sponsored',
    `s.id, s.participant_id as "participantId", s.name, s.amount_per_mile as "amountPerMile",
     s.created_date as "createdDate", s.accepted_date as "acceptedDate"`,
    'event_sponsor s where s.user_id = $1',
    's.id',
  ),
  list(
    'social-accounts',
    `a.id, a.network, a.social_id as "socialId", a.created_date as "createdDate"`,
    'social_account a where a.user_id = $1',
    'a.id',
  ),
];

/** Conversations without their messages. */
export const exportedConversations = list<Identified & Record<string, unknown>>(
  'conversations',
  `c.id, c.created_date as "createdDate", c.started_by_id as "startedBy", s.placement,
   (select json_agg(json_build_object('id', o.id, 'name', ${nameOf('o')}) order by o.id)
    from seat t join users o on o.id = t.user_id where t.conversation_id = c.id) as participants,
   c.past_users_involved as "pastUsersInvolved"`,
  'seat s join conversation c on c.id = s.conversation_id where s.user_id = $1',
  'c.id',
);

/** `$1` conversation, `$2` messages after this id, `$3` limit. */
export const exportedMessages = statement<Identified>(
  'export_messages',
  `select m.id, m.user_id as "userId", coalesce(${nameOf('o')}, m.user_deleted_name) as name, m.message,
     m.created_date as "createdDate"
   from message m left join users o on o.id = m.user_id where m.conversation_id = $1 and m.id > $2
   order by m.id limit $3`,
  { all: 'of the conversations in the archive of their participant' },
);

/** A workout whose points are written as GPX. */
export interface TrackedWorkout extends Identified {
  title: string;
  runType: string;
  runDate: string;
}

/** Workouts with points, without them: those are read one at a time. */
export const exportedTracks = list<TrackedWorkout>(
  'tracks',
  'w.id, w.title, w.run_type as "runType", w.run_date as "runDate"',
  'workout w join workout_track t on t.workout_id = w.id where w.user_id = $1',
  'w.id',
);

/** A picture whose original is part of the archive. */
export interface ExportedPicture extends Identified {
  postId: number;
  /** In the picture store. */
  key: string;
  format: string;
}

/** `$1` user: the key of the profile picture; no row without one. */
export const exportedProfilePicture = statement<{ key: string }>(
  'export_profile_picture',
  'select image_key as key from users where id = $1 and image_key is not null',
  { owner: 'id = $1' },
);

/** Pictures of the user's posts. */
export const exportedPictures = list<ExportedPicture>(
  'pictures',
  'i.id, i.post_id as "postId", i.key, i.format',
  'picture i join post p on p.id = i.post_id where p.author_id = $1',
  'i.id',
);
