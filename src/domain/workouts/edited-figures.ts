import type { Transaction } from '@runners/postgres';
import { statement } from '../../platform/database/statement.ts';
import { Failure, invalidFields } from '../../errors.ts';
import { believableTimes, evenPaceEfforts, FARTHEST, unpackTrack } from '@runners/recordings';
import { storedEfforts } from './best-effort-columns.ts';
import { startsWith } from './insert-workout.ts';
import { trackOfWorkout } from './track.queries.ts';
import type { WorkoutRow } from './workout.queries.ts';

/** When a run was, how long and how far, as far as it is edited. */
export interface FigureChanges {
  runDate?: string;
  durationInSeconds?: number;
  /** Null when the distance is not known. */
  distanceInMeters?: number | null;
}

/**
 * `$1` is the workout, `$2` the user, and `$3` to `$5` the run date, duration and distance that it shall have. The result is
 * another workout of which it would be a duplicate (decisions R2).
 */
const duplicateOfEdited = statement.read<{ id: number }>(
  'duplicate_of_edited',
  `select id from workout where user_id = $2 and ${startsWith('$3')} and id <> $1
     and (points_hash = (select e.points_hash from workout e where e.id = $1) or (abs(duration_in_seconds - $4::int) <= 1
     and abs(coalesce(distance_in_meters, -1000) - coalesce($5::numeric, -1000)) <= 1)) order by id limit 1`,
  { owner: 'user_id = $2' },
);

/**
 * The figures of a workout after an edit, with its best times at an even pace; null when the edit changes none of them. Figures
 * that the points decide cannot be edited. It runs under `lockStats`.
 * @throws Failure INVALID naming each figure that the points decide; WORKOUT_EXISTS
 */
export async function editedFigures(tx: Transaction, workout: WorkoutRow, changes: FigureChanges) {
  const {
    runDate = workout.runDate,
    durationInSeconds = workout.durationInSeconds,
    distanceInMeters = workout.distanceInMeters,
  } = changes;
  const changed = {
    runDate: runDate !== workout.runDate,
    durationInSeconds: durationInSeconds !== workout.durationInSeconds,
    distanceInMeters: distanceInMeters !== workout.distanceInMeters,
  };
  if (!Object.values(changed).includes(true)) return null;
  if (workout.polyline !== '') await refuseMeasured(tx, workout, changed, runDate);
  const { id, userId } = workout;
  const duplicate = await tx.one(duplicateOfEdited, [id, userId, runDate, durationInSeconds, distanceInMeters]);
  if (duplicate) throw new Failure('WORKOUT_EXISTS', undefined, { existing: { type: 'Workout', id: duplicate.id } });
  const efforts = storedEfforts(evenPaceEfforts(distanceInMeters ?? 0, durationInSeconds));
  return { figures: { runDate, durationInSeconds, distanceInMeters }, efforts };
}

/**
 * @throws Failure INVALID for the distance of any points, and for the duration of points with times and for a date that is
 * not theirs
 */
async function refuseMeasured(
  tx: Transaction,
  { id, userId }: WorkoutRow,
  changed: Readonly<Record<keyof FigureChanges, boolean>>,
  runDate: string,
): Promise<void> {
  const sentence = 'is decided by the recorded points: replace them with `replaceTrack`';
  const packed = await tx.one(trackOfWorkout, [userId, id]);
  const times = (packed ? believableTimes(unpackTrack(packed.points)) : new Float64Array()).filter(
    (time) => !Number.isNaN(time),
  );
  const isTimed = times.length > 1;
  const moment = Date.parse(runDate);
  const isOfPoints = times.some((time) => Math.abs(time - moment) <= FARTHEST);
  const measured = { runDate: isTimed && !isOfPoints, durationInSeconds: isTimed, distanceInMeters: true };
  const refused = (Object.keys(changed) as (keyof FigureChanges)[]).filter((name) => changed[name] && measured[name]);
  if (refused.length === 0) return;
  throw invalidFields(refused.map((path) => ({ path, code: 'NOT_POSSIBLE', sentence })));
}
