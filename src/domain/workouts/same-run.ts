import type { Queries } from '@runners/postgres';
import { statement } from '../../platform/database/statement.ts';
import { momentOf } from '../rules/moment.ts';
import { areSameRun } from '../tracks/measure-pool.ts';
import type { extentOf } from '@runners/recordings';

/** How many runs around the time of a new one are compared with it. Nobody runs more often in three days. */
const mostCompared = 20;

/**
 * `$1` is the user, and `$2` and `$3` are the first and the last time of a recording. The runs with points that began less than 36 hours
 * before it ended are those whose trusted times can overlap (decisions P12).
 */
const runsAround = statement.read<{ id: number }>(
  'runs_around',
  `select w.id from workout w join workout_track t on t.workout_id = w.id
   where w.user_id = $1 and w.run_date between $2::timestamptz - interval '36 hours' and $3::timestamptz + interval '1 hour'
   order by abs(extract(epoch from w.run_date - $2::timestamptz)), w.id limit ${mostCompared}`,
  { owner: 'w.user_id = $1' },
);

/** `$1` is the user, and `$2` the run. They are read one by one, because each may have megabytes. */
const pointsOfOwn = statement.read<{ points: Uint8Array }>(
  'points_of_own',
  'select t.points from workout_track t join workout w on w.id = t.workout_id where w.user_id = $1 and w.id = $2',
  { owner: 'w.user_id = $1' },
);

/**
 * The workout of the user of which a track is another recording, in whatever format (decisions R2); null if there is none. It runs
 * under `lockStats`, so that no other workout is added between the comparison and the insertion.
 */
export async function findSameRun(
  tx: Queries,
  userId: number,
  packed: Uint8Array,
  { firstMs, lastMs }: NonNullable<ReturnType<typeof extentOf>>,
): Promise<number | null> {
  for (const { id } of await tx.all(runsAround, [userId, momentOf(firstMs), momentOf(lastMs)])) {
    const other = await tx.one(pointsOfOwn, [userId, id]);
    if (other && (await areSameRun(packed, other.points))) return id;
  }
  return null;
}
