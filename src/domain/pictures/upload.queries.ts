import { statement } from '../../platform/database/statement.ts';
import type { ImageFormat } from './image-format.ts';

/** A place for an upload. What came by PUT is null until something did. */
export interface UploadRow {
  id: string;
  userId: number;
  /** Null: it is for the user's profile picture. */
  postId: number | null;
  key: string | null;
  digest: Uint8Array | null;
  format: ImageFormat | null;
  width: number | null;
  height: number | null;
  pictureId: number | null;
  completedDate: string | null;
}

const columns = `id, user_id as "userId", post_id as "postId", key, digest, format, width, height,
  picture_id as "pictureId", completed_date as "completedDate"`;

/** `$1` id, `$2` user, `$3` post or null, `$4` when it ends. */
export const insertUpload = statement(
  'insert_picture_upload',
  'insert into picture_upload (id, user_id, post_id, expires_date) values ($1, $2, $3, $4)',
);

/** PUTs of one upload: a try, and as many again as a phone with a bad connection needs. */
const maxAttempts = 10;

/** `$1` id, `$2` now: counts one more try. No row when there is no such upload, its time is over or its tries are. */
export const tryUpload = statement<UploadRow>(
  'try_picture_upload',
  `update picture_upload set attempts = attempts + 1
   where id = $1 and expires_date > $2::timestamptz and attempts < ${maxAttempts} returning ${columns}`,
);

/** `$1` id: the digest of what came by PUT; null until something did. */
export const uploadDigest = statement<{ digest: Uint8Array | null }>(
  'picture_upload_digest',
  'select digest from picture_upload where id = $1',
  { all: 'of an upload that was found as the own one' },
);

/** `$1` id, `$2` key, `$3` digest, `$4` format, `$5` width, `$6` height. No row when something came before. */
export const fillUpload = statement<{ id: string }>(
  'fill_picture_upload',
  `update picture_upload set key = $2, digest = $3, format = $4, width = $5, height = $6
   where id = $1 and key is null returning id`,
);

/** `$1` id, `$2` user: one's own upload. */
export const ownUpload = statement<UploadRow>(
  'own_picture_upload',
  `select ${columns} from picture_upload where id = $1 and user_id = $2`,
  { owner: 'user_id = $2' },
);

/** The same, locked; whatever it becomes part of is locked before it. */
export const lockOwnUpload = statement<UploadRow>(
  'lock_own_picture_upload',
  `select ${columns} from picture_upload where id = $1 and user_id = $2 for update`,
);

/** `$1` id, `$2` the picture it became, null for a profile picture. */
export const finishUpload = statement(
  'finish_picture_upload',
  'update picture_upload set picture_id = $2, completed_date = clock_timestamp() where id = $1',
);
