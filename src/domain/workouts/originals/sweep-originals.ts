import type { Surroundings } from '../../context.ts';
import { unitOfWork } from '../../../platform/database/database.ts';
import { statement } from '../../../platform/database/statement.ts';
import { RecordingFile } from './recording-file.entity.ts';
import { originalName } from './store-originals.ts';

/** The number of keys that are processed at once. */
const batch = 100;

const unused = 'not exists (select 1 from workout_original o where o.key = f.key)';

/** Selects files without references. Those of the last hour may be on their way into the store. */
const doomOrphans = statement(
  'sweep_recording_orphans',
  `update recording_file f set doomed_date = now()
   where f.doomed_date is null and f.created_date < now() - interval '1 hour' and ${unused}`,
);

/** Claims some of the files that are to be removed. Files that are not removed within ten minutes are claimed again. */
const takeFiles = statement<{ key: string }>(
  'sweep_recording_files',
  `update recording_file set doomed_date = now() + interval '10 minutes' where key in (
     select f.key from recording_file f where f.doomed_date <= now() and ${unused}
     limit ${batch} for update skip locked
   ) returning key`,
);

/**
 * Removes the files of deleted and replaced originals, also those of deleted workouts and accounts. Several processes may
 * run it at the same time. Returns the number of files.
 */
export async function sweepOriginals({
  database,
  outside,
}: Pick<Surroundings, 'database' | 'outside'>): Promise<number> {
  let swept = 0;
  for (;;) {
    const keys = (await database.unhurried.all(takeFiles, [])).map(({ key }) => key);
    for (const key of keys) await outside.recordings.remove(key, [originalName]);
    if (keys.length > 0) await unitOfWork(database, (em) => em.nativeDelete(RecordingFile, { key: keys }));
    swept += keys.length;
    if (keys.length < batch) return swept;
  }
}

/** Finds files to which nothing refers, because moving them into the store was interrupted. The next sweep removes them. */
export async function findOrphanedOriginals({ database }: Pick<Surroundings, 'database'>): Promise<void> {
  await database.unhurried.all(doomOrphans, []);
}
