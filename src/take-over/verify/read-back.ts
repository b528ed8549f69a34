import { bestEffortColumns } from '../../domain/workouts/best-effort-columns.ts';
import { Workout } from '../../domain/workouts/workout.entity.ts';
import { columnOf } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { LoadedFile } from '../load/kinds.ts';

/** A record as the database has it. */
export interface Found {
  id: number;
  row: Record<string, unknown>;
}

const bestTimes = Object.values(bestEffortColumns).map((name) => `w.${columnOf(Workout, name)}`);
const reason = { all: 'the operator compares what was taken over with the bundle' };

/** A statement that reads the records with the ids `$1`, with columns that are named as those of the rows that were loaded. */
const byIds = (name: LoadedFile, id: string, columns: string, from: string): Statement<Found> =>
  statement.read(
    `take_over_${name}_read_back`,
    `select x.id, to_jsonb(x) as row from (select ${id}::bigint as id, ${columns} from ${from} where ${id} = any($1::bigint[])) x`,
    reason,
  );

const likers = (of: 'post' | 'comment') =>
  `(select coalesce(array_agg(l.user_id order by l.id), '{}') from ${of}_like l where l.${of}_id = x.id) as likers`;

/** How the records of each file are read back. Blocks and invitations have no ids, and are counted only. */
export const readBack: { readonly [Name in LoadedFile]: Statement<Found> | null } = {
  users: byIds(
    'users',
    'u.id',
    `u.username, u.email, u.password_hash, u.first_name, u.last_name, u.date_joined, u.is_featured, u.is_staff, u.email_proven,
     not exists (select 1 from suspension s where s.user_id = u.id) as is_active,
     p.weekly_email_report, p.monthly_email_report, p.annually_email_report, p.distance, p.elevation, p.timezone,
     f.birth_date, f.gender, f.weight, f.weight_unit, f.location_name, f.location_lat, f.location_lng,
     (select coalesce(array_agg(encode(k.key_hash, 'hex')), '{}') from api_key k where k.user_id = u.id and k.taken_over) as keys,
     (select coalesce(jsonb_agg(jsonb_build_object('network', a.network, 'id', a.social_id)), '[]') from social_account a where a.user_id = u.id) as social`,
    'users u join preferences p on p.id = u.id join profile f on f.id = u.id',
  ),
  friendships: byIds(
    'friendships',
    'x.id',
    `x.user1_id as one, x.user2_id as other, x.created_date, x.accepted_date,
     (select count(*) from friend_edge e where (e.user_id, e.friend_id) in ((x.user1_id, x.user2_id), (x.user2_id, x.user1_id))) as edges`,
    'friendship x',
  ),
  blocks: null,
  invitations: null,
  workouts: byIds(
    'workouts',
    'w.id',
    `w.user_id, w.title, w.post_body, w.run_date, w.run_type, w.source_type, w.duration_in_seconds, w.distance_in_meters,
     w.elevation_gain_in_meters, w.privacy, w.source, w.polyline, ${bestTimes.join(', ')}, w.created_date,
     encode(w.points_hash, 'hex') as points_hash,
     (select translate(encode(t.points, 'base64'), E'\\n', '') from workout_track t where t.workout_id = w.id) as points`,
    'workout w',
  ),
  posts: byIds(
    'posts',
    'x.id',
    `x.author_id, x.workout_id, x.body, x.privacy, x.created_date, x.post_type, x.extra, ${likers('post')}`,
    'post x',
  ),
  pictures: byIds(
    'pictures',
    'x.id',
    `x.post_id, encode(x.digest, 'hex') as digest, x.format, x.width, x.height, x.created_date`,
    'picture x',
  ),
  comments: byIds(
    'comments',
    'x.id',
    `x.post_id, x.user_id, x.comment, x.submit_date, ${likers('comment')}`,
    'comment x',
  ),
  conversations: byIds(
    'conversations',
    'x.id',
    `x.created_date, x.started_by_id, x.past_users_involved, (
       select coalesce(jsonb_agg(jsonb_build_object('user', s.user_id, 'placement', s.placement, 'last_read_message', nullif(s.read_up_to, 0))), '[]')
       from conversation_member s where s.conversation_id = x.id
     ) as recipients`,
    'conversation x',
  ),
  messages: byIds(
    'messages',
    'x.id',
    'x.conversation_id, x.user_id, x.user_deleted_name, x.message, x.created_date',
    'message x',
  ),
  routes: byIds(
    'routes',
    'x.id',
    `x.owner_id, x.workout_id, x.name, x.distance_in_meters, x.privacy, x.polyline, x.created_date,
     (select coalesce(array_agg(f.user_id), '{}') from route_favorite f where f.route_id = x.id and f.is_favorite) as favorited_by`,
    'route x',
  ),
  events: byIds(
    'events',
    'x.id',
    'x.name, x.event_logo, x.home_url, x.info_url, x.start_date, x.end_date, x.amount_per_mile',
    'event x',
  ),
  event_participants: byIds(
    'event_participants',
    'x.id',
    'x.event_id, x.user_id, x.description, x.user_goal_in_miles, x.joined_date, x.left_date',
    'event_participant x',
  ),
  sponsors: byIds(
    'sponsors',
    'x.id',
    'x.participant_id, x.user_id, x.name, x.amount_per_mile, x.created_date, x.accepted_date, x.post_id',
    'event_sponsor x',
  ),
};

/** The computed totals of the people `$1`, by the names of the old ones. */
export const computedTotals = statement.read<Found>(
  'take_over_totals',
  `select x.id, to_jsonb(x) as row from (select s.* from stats s where s.id = any($1::bigint[])) x`,
  reason,
);
