import type { Surroundings } from '../context.ts';
import { statement } from '../database/statement.ts';
import { storedSizes } from './store-files.ts';

/** Between two sweeps of a process, and from its start to the first, in milliseconds. */
const interval = 60 * 60 * 1000;
const first = 60 * 1000;
/** Keys that are taken at once. */
const batch = 100;

/** Uploads that were prepared and not completed keep their files for an hour after their time. */
const forgetUploads = statement(
  'forget_picture_uploads',
  `delete from picture_upload where expires_date < $1::timestamptz - interval '1 hour'`,
);

/**
 * `$1` now: keys that nothing refers to. Those of the last hour may belong to an upload under way; those that another
 * process has taken some minutes ago and not finished are taken again.
 */
const doomFiles = statement<{ key: string }>(
  'doom_picture_files',
  `update picture_file set doomed_date = $1::timestamptz where key in (
     select f.key from picture_file f
     where f.created_date < $1::timestamptz - interval '1 hour'
       and (f.doomed_date is null or f.doomed_date < $1::timestamptz - interval '10 minutes')
       and not exists (select 1 from picture p where p.key = f.key)
       and not exists (select 1 from picture_upload u where u.key = f.key)
       and not exists (select 1 from users u where u.image_key = f.key)
     limit ${batch} for update skip locked
   ) returning key`,
);

const forgetFiles = statement('forget_picture_files', 'delete from picture_file where key = any($1::text[])');

/**
 * Removes the files of pictures that are gone: deleted ones, those of deleted posts, workouts and accounts, former
 * profile pictures, and what uploads left that were cut off. Several processes may sweep at once. Returns how many keys.
 */
export async function sweepPictures({ database, outside, now }: Surroundings): Promise<number> {
  await database.all(forgetUploads, [now()]);
  let swept = 0;
  for (;;) {
    const keys = (await database.all(doomFiles, [now()])).map(({ key }) => key);
    for (const key of keys) await outside.pictures.remove(key, storedSizes);
    if (keys.length > 0) await database.all(forgetFiles, [keys]);
    swept += keys.length;
    if (keys.length < batch) return swept;
  }
}

/** Sweeps a minute after the start and every hour; `stop` waits for a sweep under way. */
export function startSweeping(surroundings: Surroundings): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  const sweep = () => {
    running = sweepPictures(surroundings).then(
      (swept) => void (swept > 0 && surroundings.log.info({ swept }, 'files of pictures that are gone were removed')),
      (error: unknown) => surroundings.log.warn({ err: error }, 'pictures that are gone could not be removed'),
    );
  };
  const soon = setTimeout(sweep, first).unref();
  const hourly = setInterval(sweep, interval).unref();
  return {
    async stop() {
      clearTimeout(soon);
      clearInterval(hourly);
      await running;
    },
  };
}
