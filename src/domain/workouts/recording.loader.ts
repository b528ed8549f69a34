import DataLoader from 'dataloader';
import { Failure } from '../../errors.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import { answerLimits } from '../rules/answer-limits.ts';
import type { StoredRecording } from '../tracks/measure-pool.ts';
import { pointsOfPacked } from '@runners/recordings';
import type { SensorFigures } from '@runners/recordings';
import { readTracks } from './long-tracks.ts';
import { trackSizesByWorkoutIds } from './track.queries.ts';

const belowWorkout = { all: 'of workouts that the reader was shown' };

/** The packed points and sensors of the workouts `$1`. Their visibility has been checked with the workouts. */
const recordingsByWorkoutIds = statement.read<StoredRecording & { workoutId: number }>(
  'recordings_by_workout_ids',
  `select t.workout_id as "workoutId", t.points, s.packed as sensors
   from workout_track t left join workout_sensors s on s.workout_id = t.workout_id
   where t.workout_id = any($1::bigint[])`,
  belowWorkout,
);

/** The packed sensors of the workouts `$1`. Their visibility has been checked with the workouts. */
export const sensorsByWorkoutIds = statement.read<{ workoutId: number; packed: Uint8Array }>(
  'sensors_by_workout_ids',
  'select workout_id as "workoutId", packed from workout_sensors where workout_id = any($1::bigint[])',
  belowWorkout,
);

/** Average and maximum of the sensors of the workouts `$1`. Their visibility has been checked with the workouts. */
export const sensorFiguresByWorkoutIds = statement.read<{ id: number; figures: SensorFigures }>(
  'sensor_figures_by_workout_ids',
  'select workout_id as id, figures from workout_sensors where workout_id = any($1::bigint[])',
  belowWorkout,
);

/**
 * Loads recordings from which something is computed. Their lengths are read first, and none is read once they exceed
 * `answerLimits.computedPoints`. A recording that is selected twice counts twice, since it is computed twice. The
 * visibility of the workouts has been checked before.
 */
export function recordingLoader(database: Queries): Loader<StoredRecording> {
  let left: number = answerLimits.computedPoints;
  return new DataLoader<number, StoredRecording | null>(
    async (ids) => {
      const unique = [...new Set(ids)];
      const sizes = await database.all(trackSizesByWorkoutIds, [unique]);
      const points = new Map(sizes.map(({ workoutId, bytes }) => [workoutId, pointsOfPacked(bytes)]));
      left -= ids.reduce((sum, id) => sum + (points.get(id) ?? 0), 0);
      if (left < 0) return ids.map((id) => (points.has(id) ? tooMany() : null));
      const rows = points.size === 0 ? [] : await readTracks(() => database.all(recordingsByWorkoutIds, [unique]));
      const recordings = new Map(rows.map((row) => [row.workoutId, row]));
      return ids.map((id) => recordings.get(id) ?? null);
    },
    { cache: false },
  );
}

function tooMany(): Failure {
  const most = answerLimits.computedPoints;
  return new Failure(
    'TOO_COSTLY',
    `The workouts asked for have more than ${most} points in all: ask for \`streams\` and \`splits\` of fewer.`,
  );
}
