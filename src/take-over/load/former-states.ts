import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { moment, reason } from './kind.ts';
import type { LoadedFile } from './kinds.ts';

const likersOf = (of: 'post' | 'comment', alias: string) =>
  `(select array_agg(l.user_id order by l.user_id) from ${of}_like l where l.${of}_id = ${alias}.id)`;

/** What the digests of whole records were made of before fields had marks. Bundles that were loaded then are compared with them. */
const parts: Readonly<Partial<Record<LoadedFile, readonly [from: string, parts: string]>>> = {
  users: [
    'users u join preferences p on p.id = u.id join profile f on f.id = u.id',
    `u.username, u.email, u.password_hash, u.first_name, u.last_name, u.is_featured, u.is_staff, u.image_key, u.email_proven,
     p.weekly_email_report, p.monthly_email_report, p.annually_email_report, p.distance, p.elevation, p.timezone,
     f.birth_date, f.gender, f.weight, f.weight_unit, f.location_name, f.location_lat, f.location_lng,
     (select count(*) from suspension s where s.user_id = u.id),
     (select array_agg(k.key_hash order by k.key_hash) from api_key k where k.user_id = u.id and k.taken_over),
     (select array_agg(a.network || ' ' || a.social_id order by 1) from social_account a where a.user_id = u.id)`,
  ],
  friendships: ['friendship f', `f.user1_id, f.user2_id, ${moment('f.accepted_date')}`],
  workouts: [
    'workout w',
    `w.user_id, w.title, w.post_body, ${moment('w.run_date')}, w.run_type, w.duration_in_seconds, w.distance_in_meters, w.privacy, w.points_hash`,
  ],
  posts: ['post p', `p.author_id, p.workout_id, p.body, p.privacy, p.extra, ${likersOf('post', 'p')}`],
  pictures: ['picture p', 'p.post_id, p.key'],
  comments: ['comment c', `c.post_id, c.user_id, c.comment, ${likersOf('comment', 'c')}`],
  conversations: [
    'conversation c',
    `c.started_by_id, c.past_users_involved, (select array_agg(row(s.user_id, s.placement, s.read_up_to)::text order by s.user_id)
     from conversation_member s where s.conversation_id = c.id)`,
  ],
  messages: ['message m', 'm.conversation_id, m.user_id, m.message, m.is_deleted'],
  routes: [
    'route t',
    `t.owner_id, t.name, t.distance_in_meters, t.privacy,
     (select array_agg(f.user_id order by f.user_id) from route_favorite f where f.route_id = t.id and f.is_favorite)`,
  ],
  events: ['event e', 'e.name, e.start_date, e.end_date, e.home_url, e.info_url, e.event_logo, e.amount_per_mile'],
  event_participants: [
    'event_participant p',
    `p.event_id, p.user_id, p.description, p.user_goal_in_miles, ${moment('p.left_date')}`,
  ],
  sponsors: ['event_sponsor s', `s.name, s.amount_per_mile, ${moment('s.accepted_date')}`],
};

/** The digests of the whole records with the ids `$1`, as former versions have stored them. */
export function formerStates(name: LoadedFile): Statement<{ id: number; state: string }> {
  const [from, of] = parts[name]!;
  const id = `${from.split(' ')[1]}.id`;
  return statement.read(
    `take_over_${name}_former_states`,
    `select ${id}::bigint as id, md5(row(${of})::text) as state from ${from} where ${id} = any($1::bigint[])`,
    reason,
  );
}
