import type { ProcessContext } from '../../context.ts';
import { storedFiles, sweepFiles } from '../../../platform/store/stored-files.ts';
import { originalName, originalType } from './store-originals.ts';

/** The original files of workouts (`recording-file.entity.ts`). */
export const recordingFiles = storedFiles(
  'recording',
  'not exists (select 1 from workout_original o where o.key = f.key)',
  { names: [originalName], contentTypeOf: () => originalType },
);

/**
 * Removes the files of deleted and replaced originals, also those of deleted workouts and accounts. Several processes may
 * run it at the same time. Returns the number of files.
 */
export function sweepOriginals({
  database,
  integrations,
}: Pick<ProcessContext, 'database'> & {
  integrations: Pick<ProcessContext['integrations'], 'recordings'>;
}): Promise<number> {
  return sweepFiles(database, recordingFiles, integrations.recordings);
}

/** Finds files to which nothing refers, because moving them into the store was interrupted. The next sweep removes them. */
export async function findOrphanedOriginals({ database }: Pick<ProcessContext, 'database'>): Promise<void> {
  await database.unhurried.all(recordingFiles.doomOrphans, []);
}
