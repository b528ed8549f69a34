import { statement } from '../../platform/database/statement.ts';

/** A prepared upload. */
export interface UploadRow {
  id: string;
  userId: number;
  /** Null for a profile picture. */
  postId: number | null;
}

const columns = 'id, user_id as "userId", post_id as "postId"';

/** The largest number of PUT requests for one upload, which allows for retries of a phone with a bad connection. */
const maxAttempts = 10;

/**
 * `$1` is the id, and `$2` the current time. The statement counts another attempt. There is no row if the upload does
 * not exist, has expired or has no attempts left.
 */
export const tryUpload = statement.write<UploadRow>(
  'try_picture_upload',
  `update picture_upload set attempts = attempts + 1
   where id = $1 and expires_date > $2::timestamptz and attempts < ${maxAttempts} returning ${columns}`,
);

/** `$1` is the id. The result is the digest of the uploaded bytes, or null before the upload. */
export const uploadDigest = statement.read<{ digest: Uint8Array | null }>(
  'picture_upload_digest',
  'select digest from picture_upload where id = $1',
  { all: "of an upload that was found as the viewer's own" },
);

/** `$1` is the id, and `$2` the user, who must own the upload. */
export const ownUpload = statement.read<UploadRow>(
  'own_picture_upload',
  `select ${columns} from picture_upload where id = $1 and user_id = $2`,
  { owner: 'user_id = $2' },
);
