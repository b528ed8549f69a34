import { loader } from '../../platform/database/loader.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { defineLoader } from '../context.ts';
import type { StoredRecording } from '../tracks/measure-pool.ts';
import type { SensorFigures, Track } from '@runners/recordings';
import { lapsByWorkoutIds } from './laps.ts';
import { originalsByWorkoutIds } from './originals/original.queries.ts';
import type { OriginalRow } from './originals/original.queries.ts';
import { recordingLoader, sensorFiguresByWorkoutIds, sensorsByWorkoutIds } from './recording.loader.ts';
import { summaryLoader } from './summary.loader.ts';
import type { SummaryLoader } from './summary.loader.ts';
import { trackLoader } from './track.loader.ts';
import { postsOfWorkouts, workoutsByIds } from './workout.queries.ts';
import type { WorkoutRow } from './workout.queries.ts';

const byId = ({ id }: { id: number }) => id;

export const workoutsLoader = defineLoader<Loader<WorkoutRow>>(({ database }, viewerId) =>
  loader((ids) => database.all(workoutsByIds, [viewerId, ids]), byId),
);
/** The posts of workouts, by the ids of the workouts. */
export const postsOfWorkoutsLoader = defineLoader<Loader<{ id: number; postId: number }>>(({ database }, viewerId) =>
  loader((ids) => database.all(postsOfWorkouts, [viewerId, ids]), byId),
);
export const workoutSummariesLoader = defineLoader<SummaryLoader>(({ database }, viewerId) =>
  summaryLoader(database, viewerId),
);
/** Tracks of workouts, within `answerLimits`, which count over a sign-in within the request. */
export const tracksLoader = defineLoader<Loader<Track>>(({ database }) => trackLoader(database), { lasts: true });
/** Packed points and sensors of workouts, to compute something from them, within `answerLimits`. */
export const recordingsLoader = defineLoader<Loader<StoredRecording>>(({ database }) => recordingLoader(database), {
  lasts: true,
});
/** Packed sensors of workouts whose tracks are loaded within `answerLimits`. */
export const sensorsLoader = defineLoader<Loader<{ workoutId: number; packed: Uint8Array }>>(({ database }) =>
  loader(
    (ids) => database.all(sensorsByWorkoutIds, [ids]),
    ({ workoutId }) => workoutId,
  ),
);
/** Averages and maxima of sensors, of workouts. */
export const sensorFiguresLoader = defineLoader<Loader<{ id: number; figures: SensorFigures }>>(({ database }) =>
  loader((ids) => database.all(sensorFiguresByWorkoutIds, [ids]), byId),
);
/** Laps of workouts, as they are stored. */
export const lapsLoader = defineLoader<Loader<{ id: number; laps: string }>>(({ database }) =>
  loader((ids) => database.all(lapsByWorkoutIds, [ids]), byId),
);
/** Original files of the viewer's own workouts. */
export const originalsLoader = defineLoader<Loader<OriginalRow>>(({ database }, viewerId) =>
  loader((ids) => database.all(originalsByWorkoutIds, [viewerId, ids]), byId),
);
