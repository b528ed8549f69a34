import type { RecordingFormat } from '@runners/recordings';
import { statement } from '../../../platform/database/statement.ts';
import type { FileLocation } from './read-original.ts';

/** The original file of a workout, as its owner sees it. */
export interface OriginalRow {
  id: number;
  /** Bytes. */
  size: number;
  digest: Uint8Array;
}

/** `$1` is the viewer, and `$2` are workouts. Only those of the viewer have a row. */
export const originalsByWorkoutIds = statement.read<OriginalRow>(
  'originals_by_workout_ids',
  `select o.workout_id as id, o.size, o.digest from workout_original o join workout w on w.id = o.workout_id
   where o.workout_id = any($2::bigint[]) and w.user_id = $1`,
  { owner: 'w.user_id = $1' },
);

/** `$1` is the owner of the key, `$2` the workout. */
export const originalOfOwner = statement.read<
  FileLocation & { size: number; format: RecordingFormat; runDate: string }
>(
  'original_of_owner',
  `select o.content, o.key, o.size, o.format, w.run_date as "runDate"
   from workout_original o join workout w on w.id = o.workout_id where w.user_id = $1 and w.id = $2`,
  { owner: 'w.user_id = $1' },
);

/** `$1` is the user. There is no row before the first original. */
export const originalsUsage = statement.read<{ bytes: number }>(
  'originals_usage_of_user',
  'select bytes from originals_usage where user_id = $1',
  { owner: 'user_id = $1' },
);
