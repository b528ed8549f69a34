import { gridSpot } from '../../../src/domain/rules/grid.ts';
import { wordsOf } from './places.ts';
import { discussed, firstOrdinary } from './roles.ts';
import { settings } from './settings.ts';

const { users, workouts } = settings;
const ordinary = users - firstOrdinary + 1;

/** A number that shares no factor with the count of authors: spreads the busy ones over all ids. */
const spread = [7919, 7907, 7901].find((prime) => ordinary % prime !== 0) ?? 1;
/** Steps of that size from any user reach ten different ones. */
const step = Math.max(1, Math.floor(users / 11));
const bestAt = (meters: number) =>
  `case when distance >= ${meters} then round(duration * ${meters} / distance)::int end`;
const titles = wordsOf('title');
const text = 'Felt good, light wind, legs heavy on the last hill but happy with the pace. ';

/**
 * Workouts over two years in the order of their ids, authors at random: most have some, a few have hundreds. Lines come
 * from the table `line (n, polyline)`, which the seed fills.
 */
export const workoutSteps: ReadonlyArray<readonly [name: string, sql: string]> = [
  [
    'workouts',
    `insert into workout (id, user_id, title, post_body, run_date, run_type, duration_in_seconds, distance_in_meters,
       elevation_gain_in_meters, privacy, source, polyline, best_mile_duration_in_seconds, best_5k_duration_in_seconds,
       best_10k_duration_in_seconds, best_half_marathon_duration_in_seconds, best_marathon_duration_in_seconds, created_date)
     select s.n, author, (${titles})[1 + s.n % array_length(${titles}, 1)], left(repeat('${text}', 3), floor(words)::int),
       at - interval '1 day' * late, (array['Endurance','Tempo','Slow','Interval','Group','Race'])[1 + floor(r * 6)::int],
       duration, distance, round((distance * r / 60)::numeric, 2),
       case when shown < 0.8 then 'public' when shown < 0.95 then 'friends' else 'private' end,
       case when r < 0.3 then 'json' else 'gpx' end, line.polyline, ${bestAt(1609.344)}, ${bestAt(5000)},
       ${bestAt(10_000)}, ${bestAt(21_097.5)}, ${bestAt(42_195)}, at
     from (
       select n, ${firstOrdinary} + floor(power(random(), 1.5) * ${ordinary})::bigint * ${spread} % ${ordinary} as author,
         now() - interval '2 years' * (1 - n / ${workouts}::float8) as at, random() * random() as late, random() as r,
         random() as shown, greatest(0, random() * 300 - 100) as words, distance,
         round(distance / (2.4 + random()))::int as duration
       from (select n, round((1500 + 12000 * random() + power(random(), 8) * 29000)::numeric, 2)::float8 as distance
         from generate_series(1, ${workouts}) n offset 0) d offset 0) s
     join line on line.n = s.n % (select count(*) from line)
     order by s.n`,
  ],
  [
    'workouts of the same second',
    `update workout w set start_slot = s.slot
     from (select id, row_number() over (partition by user_id, date_trunc('second', run_date at time zone 'UTC') order by id) - 1 as slot
       from workout offset 0) s
     where s.slot > 0 and w.id = s.id`,
  ],
  [
    'posts',
    `insert into post (id, author_id, workout_id, body, privacy, created_date, comment_count, like_count, likers, spot)
     select w.id, w.user_id, w.id, w.post_body, w.privacy, w.created_date,
       case when w.id % ${discussed.every} = 0 then ${discussed.comments} else floor(ln(1 - w.r1) / ln(0.7 / 1.7))::int end,
       floor(w.r2 ^ 3 * 10)::int,
       array(select 1 + (floor(w.r3 * ${users})::bigint + k * ${step}) % ${users} from generate_series(1, floor(w.r2 ^ 3 * 10)::int) k),
       ${gridSpot('f.location_lat', 'f.location_lng')}
     from (select *, random() as r1, random() as r2, random() as r3 from workout order by id offset 0) w
     left join profile f on f.id = w.user_id order by w.id`,
  ],
  [
    'likes',
    `insert into post_like (user_id, post_id) select l.id, p.id
     from post p cross join unnest(p.likers) with ordinality l(id, place) order by p.id, l.place`,
  ],
  [
    'comments',
    `insert into comment (post_id, user_id, comment, submit_date)
     select id, 1 + floor(random() * ${users})::bigint, 'Well done, see you on Sunday!', created_date + interval '1 hour' * k
     from post cross join lateral generate_series(1, comment_count) k order by created_date + interval '1 hour' * k`,
  ],
];

/** Everyone's stats from their workouts; `only` limits it to some users. */
export function statsRebuilt(only = 'true'): string {
  return `update stats s set
     total_distance_in_meters = a.total, max_distance_in_meters = a.max_distance, max_duration_in_seconds = a.max_duration,
     max_elevation_gain_in_meters = a.max_climb, latest_workout_date = a.latest, best_mile_duration_in_seconds = a.mile,
     best_5k_duration_in_seconds = a.five_k, best_10k_duration_in_seconds = a.ten_k,
     best_half_marathon_duration_in_seconds = a.half, best_marathon_duration_in_seconds = a.marathon
   from (
     select user_id, coalesce(sum(distance_in_meters), 0) as total, max(distance_in_meters) as max_distance,
       max(duration_in_seconds) as max_duration, max(elevation_gain_in_meters) as max_climb, max(run_date) as latest,
       min(best_mile_duration_in_seconds) as mile, min(best_5k_duration_in_seconds) as five_k,
       min(best_10k_duration_in_seconds) as ten_k, min(best_half_marathon_duration_in_seconds) as half,
       min(best_marathon_duration_in_seconds) as marathon
     from workout where ${only} group by user_id
   ) a where s.id = a.user_id`;
}
