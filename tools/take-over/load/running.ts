import { readFileSync } from 'node:fs';
import { gridSpot } from '../../../src/domain/rules/grid.ts';
import { evenPaceEfforts, measureTrack, packSensors, packTrack, pointCount, trackHash } from '@runners/recordings';
import type { BestEfforts, Track } from '@runners/recordings';
import { readWorkoutFile } from '../../../src/domain/tracks/workout-file.ts';
import { bestEffortColumns, storedEfforts } from '../../../src/domain/workouts/best-effort-columns.ts';
import type { BestEffortColumn } from '../../../src/domain/workouts/best-effort-columns.ts';
import { runTypes } from '../../../src/domain/workouts/run-types.ts';
import { Workout } from '../../../src/domain/workouts/workout.entity.ts';
import { twoPlaces } from '../../../src/domain/rules/two-places.ts';
import { privacyAfter } from '../../../src/domain/rules/privacy-after.ts';
import { columnOf } from '../../../src/platform/database/columns.ts';
import type { RecordOf } from '../bundle/files.ts';
import type { Around } from './around.ts';
import { eventExtra } from './event-extra.ts';
import { isOurs, privacyOf, replaced, rows, sql } from './kind.ts';
import type { Kind, Values } from './kind.ts';
import { refusalOfFile } from './refusal-of-file.ts';

const inBase64 = (bytes: string) => `translate(encode(${bytes}, 'base64'), E'\\n', '')`;
const base64 = (bytes: Uint8Array | null) =>
  bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');

/** The track of a run, from its points or its GPX file; null if it has none. */
function trackOf({ points, gpx }: RecordOf<'workouts'>, { bundle }: Around, notes: string[]): Track | null {
  if (points !== null || gpx === null) return points;
  try {
    const { track } = readWorkoutFile(readFileSync(bundle.pathOf(gpx)));
    return pointCount(track) > 0 ? track : null;
  } catch (error) {
    notes.push(`gpx ${refusalOfFile(error)}; the run has no points`);
    return null;
  }
}

/** The columns of best times. */
const effortColumns = (efforts: BestEfforts): Values =>
  Object.fromEntries(
    (Object.entries(storedEfforts(efforts)) as [BestEffortColumn, number | null][]).map(([name, seconds]) => [
      columnOf(Workout, name),
      seconds,
    ]),
  );
const evenEfforts = (meters: unknown, seconds: unknown): Values =>
  effortColumns(evenPaceEfforts(Number(meters ?? 0), Number(seconds)));

const bestTimes = Object.values(bestEffortColumns).map((name) => columnOf(Workout, name));
const workoutColumns = `user_id, title, post_body, run_date, run_type, source_type, duration_in_seconds, distance_in_meters,
  elevation_gain_in_meters, source, polyline, ${bestTimes.join(', ')}, created_date`;
const secondOf = (column: string) => `date_trunc('second', ${column} at time zone 'UTC')`;

/** Runs, measured as new ones are. */
export const workouts: Kind<'workouts'> = {
  prepare(workout, around) {
    const { points: _points, gpx: _gpx, route_points_data: line, user, ...plain } = workout;
    const notes: string[] = [];
    const track = trackOf(workout, around, notes);
    const measured = track && measureTrack(track, workout.duration_in_seconds);
    const packed = track && packTrack(track);
    const sensors = packSensors(track?.sensors);
    const distance = workout.distance_in_meters ?? measured?.distanceInMeters ?? null;
    const known: readonly string[] = runTypes;
    const isKnown = known.includes(workout.run_type);
    const ended = new Date(Date.parse(workout.run_date) + workout.duration_in_seconds * 1000).toISOString();
    const row = {
      ...plain,
      user_id: user,
      run_type: isKnown ? workout.run_type : 'Endurance',
      source_type: isKnown ? null : workout.run_type,
      distance_in_meters: distance && twoPlaces(distance),
      elevation_gain_in_meters: measured?.elevationGainInMeters ? twoPlaces(measured.elevationGainInMeters) : null,
      polyline: measured?.polyline ?? line ?? '',
      ...(measured ? effortColumns(measured.bestEfforts) : evenEfforts(distance, workout.duration_in_seconds)),
      created_date: workout.created_date ?? ended,
      points_hash: packed && trackHash(track, packed),
      points: base64(packed),
      sensors: base64(sensors),
      figures: measured?.sensors ?? {},
    };
    return { row, notes };
  },
  write: sql.write(
    'workouts',
    `with ${rows(`id bigint, user_id bigint, title text, post_body text, run_date timestamptz, run_type text, source_type text,
       duration_in_seconds int, distance_in_meters numeric, elevation_gain_in_meters numeric, privacy text, source text, polyline text,
       ${bestTimes.map((column) => `${column} int`).join(', ')}, created_date timestamptz,
       points_hash text, points text, sensors text, figures jsonb`)}, w as (
       insert into workout (id, ${workoutColumns}, privacy, points_hash, start_slot)
       select id, ${workoutColumns}, privacy, decode(points_hash, 'hex'), (
           select coalesce(max(o.start_slot) + 1, 0) from workout o
           where o.user_id = r.user_id and ${secondOf('o.run_date')} = ${secondOf('r.run_date')} and o.id <> r.id
         ) + row_number() over (partition by r.user_id, ${secondOf('r.run_date')} order by r.id) - 1
       from r
       on conflict (id) do update set ${replaced(`${workoutColumns}, points_hash, start_slot`)}, ${privacyAfter('excluded.privacy', 'workout.')}
         where ${isOurs('workouts', 'workout.id')}
       returning id
     ), t as (
       insert into workout_track (workout_id, points) select id, decode(points, 'base64') from r join w using (id) where points is not null
       on conflict (workout_id) do update set points = excluded.points
     ), gone as (delete from workout_track t using r join w using (id) where t.workout_id = r.id and r.points is null
     ), silent as (delete from workout_sensors s using r join w using (id) where s.workout_id = r.id and r.sensors is null
     ), following as (
       update post p set ${privacyAfter('r.privacy', 'p.')} from r join w using (id) join workout former using (id)
       where p.workout_id = r.id and ${privacyOf('p')} = ${privacyOf('former')} and ${privacyOf('former')} <> r.privacy
     ), lines as (
       update route t set ${privacyAfter('r.privacy', 't.')} from r join w using (id)
       where t.workout_id = r.id and not t.own_privacy and ${privacyOf('t')} <> r.privacy
     ), s as (
       insert into workout_sensors (workout_id, packed, figures)
       select id, decode(sensors, 'base64'), figures from r join w using (id) where sensors is not null
       on conflict (workout_id) do update set packed = excluded.packed, figures = excluded.figures
     ) select id from w`,
  ),
  // A post and a route that had the privacy of their run follow it, also when a bundle has only the run.
  followers: {
    posts: sql.followers(
      'workouts',
      'posts',
      `with ${rows('id bigint, privacy text')} select p.id from r join workout w using (id) join post p on p.workout_id = w.id
       where ${privacyOf('w')} <> r.privacy and ${privacyOf('p')} = ${privacyOf('w')}`,
    ),
    routes: sql.followers(
      'workouts',
      'routes',
      `with ${rows('id bigint, privacy text')} select t.id from r join route t on t.workout_id = r.id
       where not t.own_privacy and ${privacyOf('t')} <> r.privacy`,
    ),
  },
  stored: sql.stored(
    'workouts',
    'workout w left join workout_track t on t.workout_id = w.id left join workout_sensors s on s.workout_id = w.id',
    `user_id, title, post_body, run_date, run_type source_type, duration_in_seconds, distance_in_meters, privacy, source, created_date,
     points_hash polyline | elevation_gain_in_meters ${bestTimes.join(' ')} points sensors s.figures`,
    {
      privacy: privacyOf('w'),
      points_hash: `encode(w.points_hash, 'hex')`,
      points: inBase64('t.points'),
      sensors: inBase64('s.packed'),
    },
  ),
  // Best times without points are those of an even pace.
  settle: (row) => (row['points'] ? {} : evenEfforts(row['distance_in_meters'], row['duration_in_seconds'])),
  inUse: sql.inUse('workouts', [
    ['post p join comment c on c.post_id = p.id', 'comments', 'c.id', 'p.workout_id = one.id'],
    ['post p join picture i on i.post_id = p.id', 'pictures', 'i.id', 'p.workout_id = one.id'],
  ]),
  remove: sql.remove('workouts', 'delete from workout where id = any($1::bigint[]) returning id'),
};

/** Adds and removes the likes of rows `changed`, in the order of their lists. */
const likes = (of: 'post' | 'comment', changed: string) => `
     gone as (delete from ${of}_like l using r join ${changed} using (id) where l.${of}_id = r.id and l.user_id <> all(r.likers)
     ), likes as (
       insert into ${of}_like (user_id, ${of}_id) select l.id, r.id from r join ${changed} using (id), unnest(r.likers) with ordinality l(id, place)
       order by r.id, l.place on conflict do nothing
     )`;
const likersOf = (of: 'post' | 'comment', alias: string) =>
  `(select coalesce(array_agg(l.user_id order by l.id), '{}') from ${of}_like l where l.${of}_id = ${alias}.id)`;

const postColumns = 'author_id, workout_id, body, created_date, post_type, extra';

/** Posts with their likes. */
export const posts: Kind<'posts'> = {
  prepare: (post) => {
    const { author, workout, ...plain } = post;
    return { row: { ...plain, author_id: author, workout_id: workout, extra: eventExtra(post) }, notes: [] };
  },
  write: sql.write(
    'posts',
    `with ${rows(`id bigint, author_id bigint, workout_id bigint, body text, privacy text, created_date timestamptz, post_type text,
       extra jsonb, likers bigint[]`)}, p as (
       insert into post (id, ${postColumns}, privacy, spot)
       select r.id, r.author_id, r.workout_id, r.body, r.created_date, r.post_type, nullif(r.extra, 'null'::jsonb),
         coalesce(r.privacy, ${privacyOf('w')}, 'private'), ${gridSpot('f.location_lat', 'f.location_lng')}
       from r left join workout w on w.id = r.workout_id left join profile f on f.id = r.author_id
       on conflict (id) do update set ${replaced(`${postColumns}, spot`)}, ${privacyAfter('excluded.privacy', 'post.')}
         where ${isOurs('posts', 'post.id')} returning id
     ), ${likes('post', 'p')}
     select id from p`,
  ),
  stored: sql.stored(
    'posts',
    'post p',
    'author_id, workout_id, body, privacy, created_date, post_type, extra, likers',
    {
      privacy: privacyOf('p'),
      likers: likersOf('post', 'p'),
    },
  ),
  inUse: sql.inUse('posts', [
    ['comment c', 'comments', 'c.id', 'c.post_id = one.id'],
    ['picture i', 'pictures', 'i.id', 'i.post_id = one.id'],
  ]),
  remove: sql.remove('posts', 'delete from post where id = any($1::bigint[]) returning id'),
};

/** Comments with their likes. */
export const comments: Kind<'comments'> = {
  prepare: ({ post, user, ...plain }) => ({ row: { ...plain, post_id: post, user_id: user }, notes: [] }),
  write: sql.write(
    'comments',
    `with ${rows('id bigint, post_id bigint, user_id bigint, comment text, submit_date timestamptz, likers bigint[]')}, c as (
       insert into comment (id, post_id, user_id, comment, submit_date) select id, post_id, user_id, comment, submit_date from r
       on conflict (id) do update set ${replaced('post_id, user_id, comment, submit_date')} where ${isOurs('comments', 'comment.id')}
       returning id
     ), ${likes('comment', 'c')}
     select id from c`,
  ),
  stored: sql.stored('comments', 'comment c', 'post_id, user_id, comment, submit_date, likers', {
    likers: likersOf('comment', 'c'),
  }),
  remove: sql.remove('comments', 'delete from comment where id = any($1::bigint[]) returning id'),
};
