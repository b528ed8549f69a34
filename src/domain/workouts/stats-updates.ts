import { statement } from '../../platform/database/statement.ts';

/**
 * Locks the stats row of user `$1` until the transaction ends. Every change of a user's workouts begins with this lock,
 * so that the changes run one after the other: duplicates are detected (decisions R2), and the sums stay correct (R9).
 */
export const lockStats = statement.write<{ id: number }>('lock_stats', 'select id from stats where id = $1 for update');

/** Computes the stats of user `$1` again from the existing workouts (decisions R9). */
export const rebuildStats = statement.write<{ id: number }>(
  'rebuild_stats',
  `update stats s set
     total_distance_in_meters = coalesce(a.total, 0), max_distance_in_meters = a.max_distance,
     max_duration_in_seconds = a.max_duration, max_elevation_gain_in_meters = a.max_climb,
     latest_workout_date = a.latest, best_mile_duration_in_seconds = a.mile, best_5k_duration_in_seconds = a.five_k,
     best_10k_duration_in_seconds = a.ten_k, best_half_marathon_duration_in_seconds = a.half,
     best_marathon_duration_in_seconds = a.marathon
   from (
     select sum(distance_in_meters) as total, max(distance_in_meters) as max_distance,
       max(duration_in_seconds) as max_duration, max(elevation_gain_in_meters) as max_climb, max(run_date) as latest,
       min(best_mile_duration_in_seconds) as mile, min(best_5k_duration_in_seconds) as five_k,
       min(best_10k_duration_in_seconds) as ten_k, min(best_half_marathon_duration_in_seconds) as half,
       min(best_marathon_duration_in_seconds) as marathon
     from workout where user_id = $1
   ) a where s.id = $1 returning s.id`,
);
