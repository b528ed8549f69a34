import type { ProcessContext } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { storedFiles, sweepFiles } from '../../platform/store/stored-files.ts';
import { imageFormatOf } from './image-format.ts';
import { contentTypeOf, storedSizes } from './store-files.ts';
import type { StoredSize } from './store-files.ts';

/**
 * `$1` is the current time. Files of uploads that were prepared and not completed remain for an hour after their
 * expiry.
 */
const forgetUploads = statement.write(
  'sweep_picture_uploads',
  `delete from picture_upload where expires_date < $1::timestamptz - interval '1 hour'`,
);

/** The files of pictures, of uploads and of profile pictures (`picture-file.entity.ts`). */
export const pictureFiles = storedFiles(
  'picture',
  `not exists (select 1 from picture p where p.key = f.key)
     and not exists (select 1 from picture_upload u where u.key = f.key)
     and not exists (select 1 from users u where u.image_key = f.key)`,
  {
    names: storedSizes,
    contentTypeOf: (size, bytes) => contentTypeOf(size as StoredSize, imageFormatOf(bytes) ?? 'jpeg'),
  },
);

/**
 * Removes the files of deleted pictures, also those of deleted posts, workouts and accounts, and of former profile
 * pictures. Several processes may run it at the same time. Returns the number of keys.
 */
export function sweepPictures({
  database,
  integrations,
}: Pick<ProcessContext, 'database'> & {
  integrations: Pick<ProcessContext['integrations'], 'pictures'>;
}): Promise<number> {
  return sweepFiles(database, pictureFiles, integrations.pictures);
}

/** Finds the files of uploads that were interrupted or never completed. The next sweep removes them. */
export async function findOrphans({ database, now }: Pick<ProcessContext, 'database' | 'now'>): Promise<void> {
  await database.unhurried.all(forgetUploads, [now()]);
  await database.unhurried.all(pictureFiles.doomOrphans, []);
}
