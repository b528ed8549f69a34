import type { Surroundings } from '../context.ts';
import { unitOfWork } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import { PictureFile } from './picture-file.entity.ts';
import { storedSizes } from './store-files.ts';

/** The number of keys that are processed at once. */
const batch = 100;

/**
 * `$1` is the current time. Files of uploads that were prepared and not completed remain for an hour after their
 * expiry.
 */
const forgetUploads = statement(
  'sweep_picture_uploads',
  `delete from picture_upload where expires_date < $1::timestamptz - interval '1 hour'`,
);

const unused = `not exists (select 1 from picture p where p.key = f.key)
  and not exists (select 1 from picture_upload u where u.key = f.key)
  and not exists (select 1 from users u where u.image_key = f.key)`;

/** Selects files without references. Those of the last hour may belong to an upload in progress. */
const doomOrphans = statement(
  'sweep_picture_orphans',
  `update picture_file f set doomed_date = now()
   where f.doomed_date is null and f.created_date < now() - interval '1 hour' and ${unused}`,
);

/** Claims some of the files that are to be removed. Files that are not removed within ten minutes are claimed again. */
const takeFiles = statement<{ key: string }>(
  'sweep_picture_files',
  `update picture_file set doomed_date = now() + interval '10 minutes' where key in (
     select f.key from picture_file f where f.doomed_date <= now() and ${unused}
     limit ${batch} for update skip locked
   ) returning key`,
);

/**
 * Removes the files of deleted pictures, also those of deleted posts, workouts and accounts, and of former profile
 * pictures. Several processes may run it at the same time. Returns the number of keys.
 */
export async function sweepPictures({
  database,
  outside,
}: Pick<Surroundings, 'database'> & { outside: Pick<Surroundings['outside'], 'pictures'> }): Promise<number> {
  let swept = 0;
  for (;;) {
    const keys = (await database.unhurried.all(takeFiles, [])).map(({ key }) => key);
    for (const key of keys) await outside.pictures.remove(key, storedSizes);
    if (keys.length > 0) await unitOfWork(database, (em) => em.nativeDelete(PictureFile, { key: keys }));
    swept += keys.length;
    if (keys.length < batch) return swept;
  }
}

/** Finds the files of uploads that were interrupted or never completed. The next sweep removes them. */
export async function findOrphans({ database, now }: Pick<Surroundings, 'database' | 'now'>): Promise<void> {
  await database.unhurried.all(forgetUploads, [now()]);
  await database.unhurried.all(doomOrphans, []);
}
