import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import type { GpxDocument } from '../tracks/gpx-document.ts';
import { trackHash } from '../tracks/packed-track.ts';
import { pointCount } from '../tracks/track.ts';
import { startsWith } from './insert-workout.ts';

/**
 * `$1` user, `$2` run date, `$3` points hash, `$4` name: the workout that a file was written of. Without points it is the
 * one of that name.
 */
const originalOfFile = statement<{ id: number }>(
  'original_of_file',
  `select id from workout where user_id = $1 and ${startsWith('$2')} and (points_hash = $3::bytea
     or ($3::bytea is null and points_hash is null and run_type || ' - ' || title = $4::text)) order by id limit 1`,
  { owner: 'user_id = $1' },
);

/**
 * That the file is one of the user's own workouts, downloaded here and sent back (decisions N5); null when it is not.
 * For files that cannot be taken as new workouts: all others are compared when they are stored.
 */
export async function sentBack(
  { database }: Context,
  userId: number,
  runDate: string,
  { track, name }: GpxDocument,
): Promise<Failure | null> {
  const hash = pointCount(track) > 0 ? Buffer.from(trackHash(track), 'hex') : null;
  const original = await database.one(originalOfFile, [userId, runDate, hash, name]);
  return original ? new Failure('WORKOUT_EXISTS', undefined, { existing: { type: 'Workout', id: original.id } }) : null;
}
