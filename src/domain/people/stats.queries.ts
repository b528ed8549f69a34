import { statement } from '../../platform/database/statement.ts';
import { userVisibleTo } from '../rules/visibility.ts';

/** The figures of a user as they are read (decisions R9). */
export interface StatsRow {
  id: number;
  avgWeeklyDistanceInMeters: number;
  totalDistanceInMeters: number;
  maxDistanceInMeters: number;
  maxDurationInSeconds: number;
  maxElevationGainInMeters: number;
  latestWorkoutDate: string | null;
  bestMileDurationInSeconds: number | null;
  best5kDurationInSeconds: number | null;
  best10kDurationInSeconds: number | null;
  bestHalfMarathonDurationInSeconds: number | null;
  bestMarathonDurationInSeconds: number | null;
}

/**
 * `$1` is the viewer, `$2` are ids of users, and `$3` is the current time. The weekly average is the sum of the last 28
 * days divided by the number of weeks begun since the first workout in them, 1 to 4 (R9). It depends on the current
 * time, so it is computed here, with the index of a user's workouts.
 */
export const statsByIds = statement.read<StatsRow>(
  'stats_by_ids',
  `select s.id, trunc(s.total_distance_in_meters) as "totalDistanceInMeters",
     coalesce(s.max_distance_in_meters, 0) as "maxDistanceInMeters",
     coalesce(s.max_duration_in_seconds, 0) as "maxDurationInSeconds",
     coalesce(s.max_elevation_gain_in_meters, 0) as "maxElevationGainInMeters",
     s.latest_workout_date as "latestWorkoutDate", s.best_mile_duration_in_seconds as "bestMileDurationInSeconds",
     s.best_5k_duration_in_seconds as "best5kDurationInSeconds",
     s.best_10k_duration_in_seconds as "best10kDurationInSeconds",
     s.best_half_marathon_duration_in_seconds as "bestHalfMarathonDurationInSeconds",
     s.best_marathon_duration_in_seconds as "bestMarathonDurationInSeconds",
     coalesce((
       select trunc(sum(w.distance_in_meters)
         / greatest(1, least(4, ceil(extract(epoch from ($3::timestamptz - min(w.run_date))) / 604800))))
       from workout w where w.user_id = s.id and w.run_date > $3::timestamptz - interval '28 days'
         and w.run_date <= $3::timestamptz
     ), 0) as "avgWeeklyDistanceInMeters"
   from stats s where s.id = any($2::bigint[]) and ${userVisibleTo('$1', 's.id')}`,
  userVisibleTo,
  { all: 'the figures count all runs (decisions R17)' },
);
