import { randomBytes } from 'node:crypto';
import type { Surroundings } from '../../context.ts';
import { unitOfWork } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/database/statement.ts';
import { RecordingFile } from './recording-file.entity.ts';

/** The name of the only file under a key of the store of recordings. */
export const originalName = 'original';
/** Its Content-Type in the store: it is compressed there. */
export const originalType = 'application/zstd';

/** The number of originals that are claimed at once. */
const batch = 20;

/** Claims some of the originals that are not in the store yet. One that is not moved within ten minutes is claimed again. */
const takeOriginals = statement<{ workoutId: number }>(
  'take_originals',
  `update workout_original set taken_date = now() where workout_id in (
     select o.workout_id from workout_original o
     where o.key is null and (o.taken_date is null or o.taken_date < now() - interval '10 minutes')
     limit ${batch} for update skip locked
   ) returning workout_id as "workoutId"`,
);

/** `$1` is the workout. */
const waitingOriginal = statement<{ content: Uint8Array; digest: Uint8Array }>(
  'waiting_original',
  'select content, digest from workout_original where workout_id = $1 and key is null',
  { all: 'moves files from the database into the store, and shows nothing of them' },
);

/** `$1` is the workout, `$2` the digest of its original, and `$3` the key. There is no row if it was replaced or deleted. */
const originalIsStored = statement<{ key: string }>(
  'original_is_stored',
  `update workout_original set key = $3, content = null, taken_date = null
   where workout_id = $1 and digest = $2 and key is null returning key`,
);

type Parts = Pick<Surroundings, 'database' | 'outside'>;

/**
 * Moves originals from the database into the store of recordings. Several processes may run it at the same time. When the
 * store fails, the originals remain in the database and are moved later. Returns their number.
 */
export async function storeOriginals(parts: Parts): Promise<number> {
  let moved = 0;
  for (;;) {
    const taken = await parts.database.unhurried.all(takeOriginals, []);
    for (const { workoutId } of taken) await move(parts, workoutId);
    moved += taken.length;
    if (taken.length < batch) return moved;
  }
}

async function move({ database, outside }: Parts, workoutId: number): Promise<void> {
  const original = await database.one(waitingOriginal, [workoutId]);
  if (!original) return;
  const key = randomBytes(16).toString('hex');
  // The database contains the key before the store contains the file, so that no file is without a row.
  await unitOfWork(database, async (em) => em.create(RecordingFile, { key }));
  await outside.recordings.put(key, originalName, Buffer.from(original.content), originalType);
  const stored = await database.one(originalIsStored, [workoutId, original.digest, key]);
  if (!stored) await unitOfWork(database, (em) => em.nativeUpdate(RecordingFile, { key }, { doomedDate: new Date(0) }));
}
