import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { measureTrack } from '../tracks/measure.ts';
import { packTrack, trackHash } from '../tracks/packed-track.ts';
import { pointCount } from '../tracks/track.ts';
import { checkDistance } from './check-workout.ts';
import { ownWorkout } from './own-workout.ts';
import { readGpxFile } from './read-gpx-file.ts';
import { lockStats, rebuildStats } from './stats-updates.ts';
import { rounded } from './store-workout.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** `$1` workout, `$2` points, `$3` hash, `$4` distance, `$5` duration, `$6` climb, `$7` polyline, `$8`–`$12` best efforts. */
const updateTrack = statement<{ id: number }>(
  'update_track',
  `with w as (
     update workout set points_hash = $3, distance_in_meters = $4, duration_in_seconds = $5,
       elevation_gain_in_meters = $6, polyline = $7, best_mile_duration_in_seconds = $8,
       best_5k_duration_in_seconds = $9, best_10k_duration_in_seconds = $10,
       best_half_marathon_duration_in_seconds = $11, best_marathon_duration_in_seconds = $12
     where id = $1 returning id
   ), t as (
     insert into workout_track (workout_id, points) select id, $2::bytea from w
     on conflict (workout_id) do update set points = excluded.points
   ) select id from w`,
);

/**
 * Replaces the track of one's own workout by that of a GPX file (decisions W16): points, distance, duration, climb and map
 * are new; title, text, type, privacy and run date stay. A track without times keeps the duration (R4).
 * @throws Failure NOT_FOUND, NOT_YOURS, MALFORMED, TOO_LARGE
 */
export async function replaceTrack(context: Context, workoutId: number, file: Buffer): Promise<WorkoutRow> {
  const workout = await ownWorkout(context, workoutId);
  await context.budget.spend('upload');
  const { track } = await readGpxFile(file);
  if (pointCount(track) < 2) throw new Failure('MALFORMED', 'gpx: a route needs a track of at least two points.');
  const measured = measureTrack(track, workout.durationInSeconds);
  const best = measured.bestEfforts;
  const next = {
    distanceInMeters: rounded(checkDistance(measured.distanceInMeters, 'gpx')),
    durationInSeconds: measured.durationInSeconds ?? workout.durationInSeconds,
    elevationGainInMeters: rounded(measured.elevationGainInMeters),
    polyline: measured.polyline,
  };
  await context.database.transaction(async (tx) => {
    await tx.one(lockStats, [workout.userId]);
    const updated = await tx.one(updateTrack, [
      workout.id,
      Buffer.from(packTrack(track).buffer),
      Buffer.from(trackHash(track), 'hex'),
      next.distanceInMeters,
      next.durationInSeconds,
      next.elevationGainInMeters,
      next.polyline,
      best.mile,
      best.fiveK,
      best.tenK,
      best.halfMarathon,
      best.marathon,
    ]);
    if (!updated) throw new Failure('NOT_FOUND');
    await tx.one(rebuildStats, [workout.userId]);
  });
  return { ...workout, ...next };
}
