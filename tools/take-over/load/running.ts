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
import { rows, rowsOf, sql } from './kind.ts';
import type { Kind, Values } from './kind.ts';
import { refusalOfFile } from './refusal-of-file.ts';
import { privacyOf, Table } from './table.ts';

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
const secondOf = (column: string) => `date_trunc('second', ${column} at time zone 'UTC')`;

const run = new Table('workout', 'workouts', {
  made: ['source_type', 'elevation_gain_in_meters', 'points_hash', 'polyline', ...bestTimes],
  values: {
    start_slot: `(
        select coalesce(max(o.start_slot) + 1, 0) from workout o
        where o.user_id = r.user_id and ${secondOf('o.run_date')} = ${secondOf('r.run_date')} and o.id <> r.id
      ) + row_number() over (partition by r.user_id, ${secondOf('r.run_date')} order by r.id) - 1`,
  },
});

/** Runs, measured as new ones are. */
export const workouts: Kind<'workouts'> = {
  ...rowsOf('workouts', {
    from: { w: run },
    write: `${rows(run, 'points text, sensors text, figures jsonb')}, w as (
       ${run.upsert('from r')}
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
    joins: 'left join workout_track t on t.workout_id = w.id left join workout_sensors s on s.workout_id = w.id',
    more: { points: inBase64('t.points'), sensors: inBase64('s.packed'), figures: 's.figures' },
    groups: {
      run_type: [['source_type']],
      points_hash: [['polyline'], ['elevation_gain_in_meters', ...bestTimes, 'points', 'sensors', 'figures']],
    },
    apart: { start_slot: 'it is the place among the runs of a second that are here' },
  }),
  prepare(workout, around) {
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
      ...run.rowOf(workout),
      run_type: isKnown ? workout.run_type : 'Endurance',
      source_type: isKnown ? null : workout.run_type,
      distance_in_meters: distance && twoPlaces(distance),
      elevation_gain_in_meters: measured?.elevationGainInMeters ? twoPlaces(measured.elevationGainInMeters) : null,
      polyline: measured?.polyline ?? workout.route_points_data ?? '',
      ...(measured ? effortColumns(measured.bestEfforts) : evenEfforts(distance, workout.duration_in_seconds)),
      created_date: workout.created_date ?? ended,
      points_hash: packed && trackHash(track, packed),
      points: base64(packed),
      sensors: base64(sensors),
      figures: measured?.sensors ?? {},
    };
    return { row, notes };
  },
  // A post and a route that had the privacy of their run follow it, also when a bundle has only the run.
  followers: {
    posts: sql.followers(
      'workouts',
      'posts',
      `with ${rows('privacy text')} select p.id from r join workout w using (id) join post p on p.workout_id = w.id
       where ${privacyOf('w')} <> r.privacy and ${privacyOf('p')} = ${privacyOf('w')}`,
    ),
    routes: sql.followers(
      'workouts',
      'routes',
      `with ${rows('privacy text')} select t.id from r join route t on t.workout_id = r.id
       where not t.own_privacy and ${privacyOf('t')} <> r.privacy`,
    ),
  },
  // Best times without points are those of an even pace.
  settle: (row) => (row['points'] ? {} : evenEfforts(row['distance_in_meters'], row['duration_in_seconds'])),
  inUse: sql.inUse('workouts', [
    ['post p join comment c on c.post_id = p.id', 'comments', 'c.id', 'p.workout_id = one.id'],
    ['post p join picture i on i.post_id = p.id', 'pictures', 'i.id', 'p.workout_id = one.id'],
  ]),
};

/**
 * Adds and removes the likes of rows `changed`, in the order of their lists, which is that of the ids of likes: from the first one
 * that stands elsewhere on, they are made anew, once those that were there are removed.
 */
const likes = (of: 'post' | 'comment', changed: string) => `
     placed as (
       select l.${of}_id as liked, l.id, w.place, row_number() over (partition by l.${of}_id order by l.id) as stands
       from r join ${changed} using (id) cross join unnest(r.likers) with ordinality w(user_id, place)
       join ${of}_like l on l.${of}_id = r.id and l.user_id = w.user_id
     ), moved as (select liked, min(id) as first from placed where place <> stands group by liked
     ), gone as (
       delete from ${of}_like l using r join ${changed} using (id) left join moved m on m.liked = r.id
       where l.${of}_id = r.id and (l.user_id <> all(r.likers) or l.id >= m.first) returning l.id
     ), likes as (
       insert into ${of}_like (user_id, ${of}_id) select l.id, r.id from r join ${changed} using (id), unnest(r.likers) with ordinality l(id, place)
       where (select count(*) from gone) >= 0 order by r.id, l.place on conflict do nothing
     )`;
const likersOf = (of: 'post' | 'comment', alias: string) =>
  `(select coalesce(array_agg(l.user_id order by l.id), '{}') from ${of}_like l where l.${of}_id = ${alias}.id)`;

const without = { likers: 'it is a copy of the rows of likes, which triggers write' };

const post = new Table('post', 'posts', {
  values: {
    extra: `nullif(r.extra, 'null'::jsonb)`,
    privacy: `coalesce(r.privacy, ${privacyOf('w')}, 'private')`,
    spot: gridSpot('f.location_lat', 'f.location_lng'),
  },
  without,
});

/** Posts with their likes. */
export const posts: Kind<'posts'> = {
  ...rowsOf('posts', {
    from: { p: post },
    write: `${rows(post, 'likers bigint[]')}, p as (
       ${post.upsert('from r left join workout w on w.id = r.workout_id left join profile f on f.id = r.author_id')}
     ), ${likes('post', 'p')}
     select id from p`,
    more: { likers: likersOf('post', 'p') },
    apart: { spot: 'it is that of the author' },
  }),
  prepare: (record) => ({
    row: { ...post.rowOf(record), extra: eventExtra(record), likers: record.likers },
    notes: [],
  }),
  inUse: sql.inUse('posts', [
    ['comment c', 'comments', 'c.id', 'c.post_id = one.id'],
    ['picture i', 'pictures', 'i.id', 'i.post_id = one.id'],
  ]),
};

const comment = new Table('comment', 'comments', { without });

/** Comments with their likes. */
export const comments: Kind<'comments'> = {
  ...rowsOf('comments', {
    from: { c: comment },
    write: `${rows(comment, 'likers bigint[]')}, c as (${comment.upsert('from r')}
     ), ${likes('comment', 'c')}
     select id from c`,
    more: { likers: likersOf('comment', 'c') },
  }),
  prepare: (record) => ({ row: { ...comment.rowOf(record), likers: record.likers }, notes: [] }),
};
