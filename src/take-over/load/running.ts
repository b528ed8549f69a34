import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gridSpot } from '../../domain/rules/grid.ts';
import { pictureSizes } from '../../domain/pictures/picture-sizes.ts';
import { evenPaceEfforts } from '../../domain/tracks/best-efforts.ts';
import { readGpx } from '../../domain/tracks/gpx-read.ts';
import { measureTrack } from '../../domain/tracks/measure.ts';
import { packSensors } from '../../domain/tracks/packed-sensors.ts';
import { packTrack, trackHash } from '../../domain/tracks/packed-track.ts';
import { pointCount } from '../../domain/tracks/track.ts';
import type { Track } from '../../domain/tracks/track.ts';
import { bestEffortColumns, storedEfforts } from '../../domain/workouts/best-effort-columns.ts';
import type { BestEffortColumn } from '../../domain/workouts/best-effort-columns.ts';
import { runTypes } from '../../domain/workouts/run-types.ts';
import { Workout } from '../../domain/workouts/workout.entity.ts';
import { columnOf } from '../../platform/database/columns.ts';
import type { RecordOf } from '../bundle/files.ts';
import { Unusable } from '../bundle/unusable.ts';
import type { Around } from './around.ts';
import { eventExtra } from './event-extra.ts';
import { isOurs, moment, replaced, rows, sql } from './kind.ts';
import type { Kind } from './kind.ts';
import { pathOf } from './path-of.ts';
import { refusalOfFile } from './refusal-of-file.ts';

const base64 = (bytes: Uint8Array | null) =>
  bytes && Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64');
const twoPlaces = (meters: number | null) => meters && Math.round(meters * 100) / 100;

/** The track of a run, from its points or its GPX file; null if it has none. */
function trackOf({ points, gpx }: RecordOf<'workouts'>, { bundle }: Around, notes: string[]): Track | null {
  if (points !== null || gpx === null) return points;
  try {
    const { track } = readGpx(readFileSync(bundle.pathOf(gpx)));
    return pointCount(track) > 0 ? track : null;
  } catch (error) {
    notes.push(`gpx ${refusalOfFile(error)}; the run has no points`);
    return null;
  }
}

const bestTimes = Object.values(bestEffortColumns).map((name) => columnOf(Workout, name));
const workoutColumns = `user_id, title, post_body, run_date, run_type, source_type, duration_in_seconds, distance_in_meters,
  elevation_gain_in_meters, privacy, source, polyline, ${bestTimes.join(', ')}, created_date`;
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
    const bestEfforts = measured?.bestEfforts ?? evenPaceEfforts(distance ?? 0, workout.duration_in_seconds);
    const stored = Object.entries(storedEfforts(bestEfforts)) as [BestEffortColumn, number | null][];
    const efforts = stored.map(([name, seconds]) => [columnOf(Workout, name), seconds]);
    const known: readonly string[] = runTypes;
    const isKnown = known.includes(workout.run_type);
    const ended = new Date(Date.parse(workout.run_date) + workout.duration_in_seconds * 1000).toISOString();
    const row = {
      ...plain,
      user_id: user,
      run_type: isKnown ? workout.run_type : 'Endurance',
      source_type: isKnown ? null : workout.run_type,
      distance_in_meters: twoPlaces(distance),
      elevation_gain_in_meters: twoPlaces(measured?.elevationGainInMeters ?? null),
      polyline: measured?.polyline ?? line ?? '',
      ...Object.fromEntries(efforts),
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
       insert into workout (id, ${workoutColumns}, points_hash, start_slot)
       select id, ${workoutColumns}, decode(points_hash, 'hex'), (
           select coalesce(max(o.start_slot) + 1, 0) from workout o
           where o.user_id = r.user_id and ${secondOf('o.run_date')} = ${secondOf('r.run_date')} and o.id <> r.id
         ) + row_number() over (partition by r.user_id, ${secondOf('r.run_date')} order by r.id) - 1
       from r
       on conflict (id) do update set ${replaced(`${workoutColumns}, points_hash, start_slot`)} where ${isOurs('workouts', 'workout.id')}
       returning id
     ), t as (
       insert into workout_track (workout_id, points) select id, decode(points, 'base64') from r join w using (id) where points is not null
       on conflict (workout_id) do update set points = excluded.points
     ), gone as (delete from workout_track t using r join w using (id) where t.workout_id = r.id and r.points is null
     ), silent as (delete from workout_sensors s using r join w using (id) where s.workout_id = r.id and r.sensors is null
     ), following as (
       update post p set privacy = r.privacy from r join w using (id) join workout former using (id)
       where p.workout_id = r.id and p.privacy = former.privacy and former.privacy <> r.privacy
     ), lines as (
       update route t set privacy = r.privacy from r join w using (id)
       where t.workout_id = r.id and not t.own_privacy and t.privacy <> r.privacy
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
       where w.privacy <> r.privacy and p.privacy = w.privacy`,
    ),
    routes: sql.followers(
      'workouts',
      'routes',
      `with ${rows('id bigint, privacy text')} select t.id from r join route t on t.workout_id = r.id
       where not t.own_privacy and t.privacy <> r.privacy`,
    ),
  },
  states: sql.states(
    'workouts',
    'workout w',
    'w.id',
    `w.user_id, w.title, w.post_body, ${moment('w.run_date')}, w.run_type, w.duration_in_seconds, w.distance_in_meters, w.privacy, w.points_hash`,
  ),
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
  `(select array_agg(l.user_id order by l.user_id) from ${of}_like l where l.${of}_id = ${alias}.id)`;

const postColumns = 'author_id, workout_id, body, privacy, created_date, post_type, extra';

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
       insert into post (id, ${postColumns}, spot)
       select r.id, r.author_id, r.workout_id, r.body, coalesce(r.privacy, w.privacy, 'private'), r.created_date, r.post_type,
         nullif(r.extra, 'null'::jsonb), ${gridSpot('f.location_lat', 'f.location_lng')}
       from r left join workout w on w.id = r.workout_id left join profile f on f.id = r.author_id
       on conflict (id) do update set ${replaced(`${postColumns}, spot`)} where ${isOurs('posts', 'post.id')} returning id
     ), ${likes('post', 'p')}
     select id from p`,
  ),
  states: sql.states(
    'posts',
    'post p',
    'p.id',
    `p.author_id, p.workout_id, p.body, p.privacy, p.extra, ${likersOf('post', 'p')}`,
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
  states: sql.states('comments', 'comment c', 'c.id', `c.post_id, c.user_id, c.comment, ${likersOf('comment', 'c')}`),
  remove: sql.remove('comments', 'delete from comment where id = any($1::bigint[]) returning id'),
};

/** Pictures of posts, of which all sizes are made. */
export const pictures: Kind<'pictures'> = {
  async prepare({ id, post, file, created_date: date, urls }, around) {
    try {
      const bytes = readFileSync(around.bundle.pathOf(file));
      const { sizes, format, width, height } = await pictureSizes(bytes);
      const oldUrls = Object.entries(urls).flatMap(([size, url]) =>
        url === null ? [] : pathOf(url).map((path) => ({ path, size })),
      );
      const key = await around.storePicture({ ...sizes }, format);
      const row = {
        id,
        post_id: post,
        key,
        digest: hash('sha256', bytes),
        format,
        width,
        height,
        created_date: date,
        old_urls: oldUrls,
      };
      return { row, notes: [] };
    } catch (error) {
      throw new Unusable(`file ${refusalOfFile(error)}`);
    }
  },
  write: sql.write(
    'pictures',
    `with ${rows('id bigint, post_id bigint, key text, digest text, format text, width int, height int, created_date timestamptz, old_urls jsonb')}, p as (
       insert into picture (id, post_id, key, position, digest, format, width, height, created_date)
       select r.id, r.post_id, r.key, (select coalesce(max(o.position) + 1, 0) from picture o where o.post_id = r.post_id and o.id <> r.id)
         + row_number() over (partition by r.post_id order by r.id) - 1,
         decode(r.digest, 'hex'), r.format, r.width, r.height, coalesce(r.created_date, o.created_date)
       from r join post o on o.id = r.post_id
       on conflict (id) do update set ${replaced('post_id, key, digest, format, width, height, created_date')}
         where ${isOurs('pictures', 'picture.id')}
       returning id
     ), urls as (
       insert into old_url (path, picture_id, size) select distinct on (o.path) o.path, r.id, o.size
       from r join p using (id), jsonb_to_recordset(r.old_urls) as o(path text, size text) on conflict (path) do nothing
     ) select id from p`,
  ),
  states: sql.states('pictures', 'picture p', 'p.id', 'p.post_id, p.key'),
  remove: sql.remove('pictures', 'delete from picture where id = any($1::bigint[]) returning id'),
};
