import { runInTurn } from '../context.ts';
import type { Context } from '../context.ts';
import { columnOf, selected } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { insertInto, namedParameters } from '../../platform/database/insert.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { measure } from '../tracks/measure-pool.ts';
import { packTrack, pointCount, trackHash } from '@runners/recordings';
import { bestEffortColumns, storedEfforts } from './best-effort-columns.ts';
import { checkDistance } from './check-workout.ts';
import { ownWorkout } from './own-workout.ts';
import { readGpxFile } from './read-gpx-file.ts';
import { lockStats, rebuildStats } from './stats-updates.ts';
import { packOriginal } from './originals/pack-original.ts';
import { twoPlaces } from '../rules/two-places.ts';
import type { StoredWorkout } from './store-workout.ts';
import { recordingValues, replaceRecording } from './stored-recording.ts';
import { WorkoutTrack } from './workout-track.entity.ts';
import { Workout } from './workout.entity.ts';
import type { WorkoutRow } from './workout.queries.ts';

const measuredColumns = [
  'pointsHash',
  'distanceInMeters',
  'durationInSeconds',
  'elevationGainInMeters',
  'polyline',
  'laps',
  ...Object.values(bestEffortColumns),
] as const satisfies (keyof Stored<Workout>)[];
const { at, valuesOf } = namedParameters(['id', 'points', ...measuredColumns]);

/** The statement takes `valuesOf` the id of the workout, its packed points, and its measurements. */
const updateTrack = statement.write<{ id: number }>(
  'update_track',
  `with w as (
     update workout set ${measuredColumns.map((name) => `${columnOf(Workout, name)} = ${at[name]}`).join(', ')}
     where id = ${at.id} returning id
   ), t as (
     ${insertInto(WorkoutTrack, { workoutId: 'id', points: `${at.points}::bytea` })} from w
     on conflict (workout_id) do update set points = excluded.points
   ) select id from w`,
);

/** `$1` owner, `$2` workout. */
const currentDuration = statement.read<Pick<WorkoutRow, 'durationInSeconds'>>(
  'current_duration',
  `select ${selected(Workout, 'w', ['durationInSeconds'])} from workout w where w.id = $2 and w.user_id = $1`,
  { owner: 'w.user_id = $1' },
);

/**
 * Replaces the track of a workout of the viewer by that of a GPX file (decisions W16). Points, distance, duration,
 * elevation gain, sensors, map and original file change; title, text, type, privacy and run date remain. With a track without times, the
 * duration remains as well (R4).
 * @throws Failure NOT_FOUND, NOT_YOURS, MALFORMED, TOO_LARGE, RATE_LIMITED, UNAVAILABLE
 */
export async function replaceTrack(context: Context, workoutId: number, file: Buffer): Promise<StoredWorkout> {
  const workout = await ownWorkout(context, workoutId);
  await context.budget.spend('upload');
  return runInTurn(context, 'uploads', () => replaceOne(context, workout, file));
}

async function replaceOne(context: Context, workout: WorkoutRow, file: Buffer): Promise<StoredWorkout> {
  const { track } = await readGpxFile(file);
  if (pointCount(track) < 2) throw new Failure('MALFORMED', 'gpx: a route needs a track of at least two points.');
  const measured = await measure(track, workout.durationInSeconds);
  const next = {
    distanceInMeters: twoPlaces(checkDistance(measured.distanceInMeters, 'gpx')),
    durationInSeconds: measured.durationInSeconds ?? workout.durationInSeconds,
    elevationGainInMeters: twoPlaces(measured.elevationGainInMeters),
    polyline: measured.polyline,
  };
  const original = await packOriginal(file, 'gpx');
  const recording = recordingValues(track.sensors, measured.sensors, original, context.originalsQuota);
  const packed = packTrack(track);
  let current: Pick<WorkoutRow, 'durationInSeconds'> | undefined;
  const originalKept = await context.database.transaction(async (tx) => {
    await tx.one(lockStats, [workout.userId]);
    current = await tx.one(currentDuration, [workout.userId, workout.id]);
    if (!current) throw new Failure('NOT_FOUND');
    if (current.durationInSeconds !== workout.durationInSeconds) return null;
    await tx.one(
      updateTrack,
      valuesOf({
        ...next,
        ...storedEfforts(measured.bestEfforts),
        laps: null,
        id: workout.id,
        points: Buffer.from(packed.buffer),
        pointsHash: Buffer.from(trackHash(track, packed), 'hex'),
      }),
    );
    const kept = await replaceRecording(tx, workout.id, workout.userId, recording);
    await tx.one(rebuildStats, [workout.userId]);
    return kept;
  });
  // A track without times is measured with the duration, which another request has changed meanwhile.
  if (originalKept === null) return replaceOne(context, { ...workout, ...current }, file);
  return { workout: { ...workout, ...next }, originalKept };
}
