import { randomBytes } from 'node:crypto';
import pLimit from 'p-limit';
import type { ProcessContext } from '../../context.ts';
import { statement } from '../../../platform/database/statement.ts';

/** The name of the only file under a key of the store of recordings. */
export const originalName = 'original';
/** Its Content-Type in the store: it is compressed there. */
export const originalType = 'application/zstd';

/** The number of originals that are claimed at once. */
const claimed = 100;
/** The number of bytes that are read at once. A larger original is read alone. */
const groupBytes = 4 * 1024 * 1024;
/** The number of files that are written at the same time. */
const writers = 2;

/** A compressed original that is not in the store yet. */
interface Waiting {
  workoutId: number;
  content: Uint8Array;
  /** In hexadecimal digits. */
  digest: string;
}

/**
 * Claims some of the originals that are not in the store yet. One that is not moved within ten minutes is claimed again.
 * `bytes` is the size of the compressed file.
 */
const takeOriginals = statement.write<{ workoutId: number; bytes: number }>(
  'take_originals',
  `update workout_original set taken_date = now() where workout_id in (
     select o.workout_id from workout_original o
     where o.key is null and (o.taken_date is null or o.taken_date < now() - interval '10 minutes')
     limit ${claimed} for update skip locked
   ) returning workout_id as "workoutId", octet_length(content) as bytes`,
);

/** `$1` are workouts. */
const waitingOriginals = statement.read<Waiting>(
  'waiting_originals',
  `select workout_id as "workoutId", content, encode(digest, 'hex') as digest
   from workout_original where workout_id = any($1::bigint[]) and key is null`,
  { all: 'moves files from the database into the store, and shows nothing of them' },
);

/** `$1` are keys. */
const addFiles = statement.write('add_recording_files', 'insert into recording_file (key) select unnest($1::text[])');

/**
 * `$1` are workouts, `$2` the digests of their originals, and `$3` the keys. Originals that have been replaced or deleted
 * are not among the rows.
 */
const originalsAreStored = statement.write<{ key: string }>(
  'originals_are_stored',
  `update workout_original o set key = s.key, content = null, taken_date = null
   from unnest($1::bigint[], $2::text[], $3::text[]) s(workout_id, digest, key)
   where o.workout_id = s.workout_id and o.digest = decode(s.digest, 'hex') and o.key is null returning o.key`,
);

/** `$1` are keys. Their files are removed by the next sweep. */
const doomFiles = statement.write(
  'doom_recording_files',
  'update recording_file set doomed_date = now() where key = any($1::text[])',
);

type Parts = Pick<ProcessContext, 'database' | 'integrations'>;

/**
 * Moves originals from the database into the store of recordings. Several processes may run it at the same time. When the
 * store fails, the originals remain in the database and are moved later. Returns their number.
 */
export async function storeOriginals(parts: Parts): Promise<number> {
  let moved = 0;
  for (;;) {
    const taken = await parts.database.unhurried.all(takeOriginals, []);
    for (const group of groupsOf(taken)) await move(parts, group);
    moved += taken.length;
    if (taken.length < claimed) return moved;
  }
}

/** Divides originals into groups of at most `groupBytes` bytes, and returns the workouts of each group. */
function groupsOf(originals: readonly { workoutId: number; bytes: number }[]): number[][] {
  const groups: number[][] = [];
  let free = 0;
  for (const { workoutId, bytes } of originals) {
    if (bytes > free || groups.length === 0) {
      groups.push([]);
      free = groupBytes;
    }
    groups.at(-1)?.push(workoutId);
    free -= bytes;
  }
  return groups;
}

/** @throws the first error of the store, after the files that were written until then are known to the database */
async function move({ database: { unhurried }, integrations }: Parts, workoutIds: number[]): Promise<void> {
  const originals = await unhurried.all(waitingOriginals, [workoutIds]);
  const files = originals.map((original) => ({ ...original, key: randomBytes(16).toString('hex') }));
  // The database contains the keys before the store contains the files, so that no file is without a row.
  await unhurried.all(addFiles, [files.map(({ key }) => key)]);
  const failures: unknown[] = [];
  const written: typeof files = [];
  const write = async (file: (typeof files)[number]): Promise<void> => {
    if (failures.length > 0) return;
    try {
      await integrations.recordings.put(file.key, originalName, Buffer.from(file.content), originalType);
      written.push(file);
    } catch (error) {
      failures.push(error);
    }
  };
  const limit = pLimit(writers);
  await Promise.all(files.map((file) => limit(write, file)));
  const columns = (['workoutId', 'digest', 'key'] as const).map((name) => written.map((file) => file[name]));
  const stored = new Set((await unhurried.all(originalsAreStored, columns)).map(({ key }) => key));
  const unused = files.map(({ key }) => key).filter((key) => !stored.has(key));
  if (unused.length > 0) await unhurried.all(doomFiles, [unused]);
  if (failures.length > 0) throw failures[0];
}
