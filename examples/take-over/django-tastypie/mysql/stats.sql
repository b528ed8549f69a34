-- These totals are compared with those that are computed from the runs, and are never stored.
select user_id as `user`, total_distance_in_meters, max_distance_in_meters, max_duration_in_seconds, latest_workout_date
from running_stats
order by user_id
