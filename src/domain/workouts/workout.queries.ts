import { statement } from '../../platform/database/statement.ts';
import { hasAccount, visibleTo } from '../rules/visibility.ts';
import type { Privacy } from '../rules/visibility.ts';
import type { RunType } from './run-types.ts';

/** A workout as it is read: what GraphQL's `Workout` is made from. */
export interface WorkoutRow {
  id: number;
  userId: number;
  /** Null when the post was deleted and the workout kept. */
  postId: number | null;
  title: string;
  postBody: string;
  /** ISO 8601, microseconds, `Z`. */
  runDate: string;
  runType: RunType;
  sourceType: string | null;
  durationInSeconds: number;
  distanceInMeters: number | null;
  elevationGainInMeters: number | null;
  privacy: Privacy;
  source: string;
  polyline: string;
}

const workoutColumns = `w.id, w.user_id as "userId", p.id as "postId", w.title, w.post_body as "postBody",
  w.run_date as "runDate", w.run_type as "runType", w.source_type as "sourceType",
  w.duration_in_seconds as "durationInSeconds", w.distance_in_meters as "distanceInMeters",
  w.elevation_gain_in_meters as "elevationGainInMeters", w.privacy, w.source, w.polyline`;

const fromWorkouts = 'from workout w left join post p on p.workout_id = w.id';
const visible = visibleTo('$1', 'w.user_id', 'w.privacy');
const newestFirst = 'order by w.run_date desc, w.id desc';

/** `$1` viewer, `$2` workout id. */
export const workoutById = statement<WorkoutRow>(
  'workout_by_id',
  `select ${workoutColumns} ${fromWorkouts} where w.id = $2 and ${visible}`,
  visibleTo,
);

/** `$1` viewer, `$2` workout ids. */
export const workoutsByIds = statement<WorkoutRow>(
  'workouts_by_ids',
  `select ${workoutColumns} ${fromWorkouts} where w.id = any($2::bigint[]) and ${visible} and ${hasAccount('$1')}`,
  visibleTo,
  hasAccount,
);

/** `$1` viewer, `$2` user, `$3` limit, `$4` offset. */
export const workoutsOfUser = statement<WorkoutRow>(
  'workouts_of_user',
  `select ${workoutColumns} ${fromWorkouts} where w.user_id = $2 and ${visible} ${newestFirst} limit $3 offset $4`,
  visibleTo,
);

/** The same after the cursor `$5` run date, `$6` id. */
export const workoutsOfUserAfter = statement<WorkoutRow>(
  'workouts_of_user_after',
  `select ${workoutColumns} ${fromWorkouts} where w.user_id = $2 and ${visible}
   and (w.run_date, w.id) < ($5::timestamptz, $6::bigint) ${newestFirst} limit $3 offset $4`,
  visibleTo,
);

/** `$1` viewer, `$2` user. */
export const workoutCountOfUser = statement<{ count: number }>(
  'workout_count_of_user',
  `select count(*) as count from workout w where w.user_id = $2 and ${visible}`,
  visibleTo,
);
