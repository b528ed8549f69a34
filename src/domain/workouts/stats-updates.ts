import { statement } from '../../platform/database/statement.ts';

/**
 * Takes user `$1`'s stats row for the rest of the transaction. Every change of a user's workouts begins with it, so that
 * they happen one after the other: duplicates are decided here (decisions R2) and the sums stay right (R9).
 */
export const lockStats = statement<{ id: number }>('lock_stats', 'select id from stats where id = $1 for update');

/** Recomputes user `$1`'s stats from the workouts that are there (decisions R9). */
export const rebuildStats = statement<{ id: number }>(
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
