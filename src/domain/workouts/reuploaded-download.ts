import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import type { WorkoutFile } from '../tracks/workout-file.ts';
import { pointCount, trackHash } from '@runners/recordings';
import { startsWith } from './insert-workout.ts';

/**
 * `$1` is the user, `$2` the run date, `$3` the hash of the points, and `$4` the name. The result is the workout from
 * which the file was written. Without points, it is the workout with this name.
 */
const originalOfFile = statement.read<{ id: number }>(
  'original_of_file',
  `select id from workout where user_id = $1 and ${startsWith('$2')} and (points_hash = $3::bytea
     or ($3::bytea is null and points_hash is null and run_type || ' - ' || title = $4::text)) order by id limit 1`,
  { owner: 'user_id = $1' },
);

/**
 * Finds the workout of the user from which a file was downloaded that is now uploaded again (decisions N5); null if
 * there is none. It is used for files that are not valid as new workouts, since all others are compared when they are
 * stored.
 */
export async function findReuploadedDownload(
  { database }: Context,
  userId: number,
  runDate: string,
  { track, name }: WorkoutFile,
): Promise<Failure | null> {
  const hash = pointCount(track) > 0 ? Buffer.from(trackHash(track), 'hex') : null;
  const original = await database.one(originalOfFile, [userId, runDate, hash, name]);
  return original ? new Failure('WORKOUT_EXISTS', undefined, { existing: { type: 'Workout', id: original.id } }) : null;
}
