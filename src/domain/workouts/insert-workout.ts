import { statement } from '../../platform/database/statement.ts';
import { spotOfUser } from '../feed/grid.ts';

/** What the insertion answers: the new ids, or the id of the workout that is there already. */
export interface Inserted {
  id: number | null;
  postId: number | null;
  existing: number | null;
}

/** Start second of a moment, as the unique index `workout_start` has it. */
const secondOf = (moment: string) => `date_trunc('second', ${moment} at time zone 'UTC')`;

/** Whether a workout begins in the second of a moment, by the index `workout_start`. */
export const startsWith = (moment: string) => `${secondOf('run_date')} = ${secondOf(`${moment}::timestamptz`)}`;

/** The user's other workouts of the same start second. */
const sameStart = `from workout where user_id = $1 and ${startsWith('$4')}`;

/**
 * `$1` user, `$2` title, `$3` text, `$4` run date, `$5` run type, `$6` source type, `$7` duration, `$8` distance,
 * `$9` climb, `$10` privacy, `$11` source, `$12` points hash, `$13` polyline, `$14`–`$18` best efforts, `$19` points,
 * `$20` created date (null: now).
 * @param duplicate query for the id of the workout that is there already
 * @param slot place among the workouts of the same start second
 */
function insertion(name: string, duplicate: string, slot: string) {
  return statement<Inserted>(
    name,
    `with duplicate as (${duplicate}), w as (
       insert into workout (user_id, title, post_body, run_date, run_type, source_type, duration_in_seconds,
         distance_in_meters, elevation_gain_in_meters, privacy, source, points_hash, polyline,
         best_mile_duration_in_seconds, best_5k_duration_in_seconds, best_10k_duration_in_seconds,
         best_half_marathon_duration_in_seconds, best_marathon_duration_in_seconds, created_date, start_slot)
       select $1::bigint, $2::text, $3::text, $4::timestamptz, $5::text, $6::text, $7::int, $8::numeric, $9::numeric,
         $10::text, $11::text, $12::bytea, $13::text, $14::int, $15::int, $16::int, $17::int, $18::int,
         coalesce($20::timestamptz, now()), ${slot}
       where not exists (select 1 from duplicate)
       on conflict do nothing
       returning id, created_date
     ), t as (
       insert into workout_track (workout_id, points) select id, $19::bytea from w where $19::bytea is not null
     ), p as (
       insert into post (author_id, workout_id, body, privacy, created_date, spot)
       select $1::bigint, w.id, $3::text, $10::text, w.created_date, ${spotOfUser('$1')}
       from w
       returning id
     ), s as (
       update stats set
         total_distance_in_meters = total_distance_in_meters + coalesce($8::numeric, 0),
         max_distance_in_meters = greatest(max_distance_in_meters, $8::numeric),
         max_duration_in_seconds = greatest(max_duration_in_seconds, $7::int),
         max_elevation_gain_in_meters = greatest(max_elevation_gain_in_meters, $9::numeric),
         latest_workout_date = greatest(latest_workout_date, $4::timestamptz),
         best_mile_duration_in_seconds = least(best_mile_duration_in_seconds, $14::int),
         best_5k_duration_in_seconds = least(best_5k_duration_in_seconds, $15::int),
         best_10k_duration_in_seconds = least(best_10k_duration_in_seconds, $16::int),
         best_half_marathon_duration_in_seconds = least(best_half_marathon_duration_in_seconds, $17::int),
         best_marathon_duration_in_seconds = least(best_marathon_duration_in_seconds, $18::int)
       where id = $1 and exists (select 1 from w)
     )
     select (select id from w) as id, (select id from p) as "postId", (select id from duplicate) as existing`,
  );
}

/**
 * Inserts a workout with its points, its post and its share of the stats, if the user has none of the same start second.
 * One statement, its own transaction: of resends at once the unique index `workout_start` lets one through.
 */
export const insertFirstOfSecond = insertion('insert_first_of_second', `select id ${sameStart} limit 1`, '0');

/**
 * Inserts a workout beside others of the same start second, unless it is a duplicate (decisions R2): the same points, or
 * distance within 1 m and duration within 1 s. Runs under `lockStats`, so that the comparison holds.
 */
export const insertAnother = insertion(
  'insert_another',
  `select id ${sameStart} and (points_hash = $12::bytea or (abs(duration_in_seconds - $7::int) <= 1
     and abs(coalesce(distance_in_meters, -1000) - coalesce($8::numeric, -1000)) <= 1)) order by id limit 1`,
  `(select coalesce(max(start_slot) + 1, 0) ${sameStart})`,
);
