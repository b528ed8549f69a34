import { MAX_BYTES } from '../../../platform/bodies/max-values.ts';
import { statement } from '../../../platform/database/statement.ts';

/** The largest number of PUT requests for one upload, which allows for retries on a bad connection. */
const maxAttempts = 10;
/** How many of the largest recordings of a user may wait. */
export const mostUploads = 20;

/**
 * `$1` is the id, `$2` the user, `$3` the end of its URL, and `$4` the current time. There is no row if the user has too many: those with a
 * file count by its size, and those that may get one as the largest. It runs under `lockStats`, so that no other is prepared meanwhile.
 */
export const insertUpload = statement.write<{ id: string }>(
  'insert_recording_upload',
  `insert into recording_upload (id, user_id, expires_date) select $1, $2, $3::timestamptz
   where (select coalesce(sum(case when bytes is null and (expires_date > $4::timestamptz or attempts > 0) then ${MAX_BYTES} else bytes end), 0)
     from recording_upload where user_id = $2) <= ${(mostUploads - 1) * MAX_BYTES} returning id`,
);

/** `$1` is the id, and `$2` the current time. It counts an attempt; there is no row if the upload does not accept one. */
export const tryUpload = statement.write<{ id: string; stored: number }>(
  'try_recording_upload',
  `update recording_upload set attempts = attempts + 1
   where id = $1 and expires_date > $2::timestamptz and attempts < ${maxAttempts}
   returning id, (select coalesce(sum(bytes), 0)::float8 from recording_upload) as stored`,
);

/** `$1` is the id, `$2` the file, and `$3` its size. There is no row if another file is there already. */
export const fillUpload = statement.write<{ id: string }>(
  'fill_recording_upload',
  `update recording_upload set content = $2, bytes = $3 where id = $1 and (content is null or content = $2) returning id`,
);

/** `$1` is the id, and `$2` the user, who must own the upload. */
export const fileOfUpload = statement.read<{ content: Uint8Array | null }>(
  'file_of_recording_upload',
  'select content from recording_upload where id = $1 and user_id = $2',
  { owner: 'user_id = $2' },
);

/** `$1` is the current time. Uploads remain for an hour after their expiry. */
export const forgetUploads = statement.write(
  'sweep_recording_uploads',
  `delete from recording_upload where expires_date < $1::timestamptz - interval '1 hour'`,
);
