import { statement } from '../../platform/database/statement.ts';

/** A place for an upload. */
export interface UploadRow {
  id: string;
  /** Null: it is for the user's profile picture. */
  postId: number | null;
}

const columns = 'id, post_id as "postId"';

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

/** `$1` id, `$2` user: one's own upload. */
export const ownUpload = statement<UploadRow>(
  'own_picture_upload',
  `select ${columns} from picture_upload where id = $1 and user_id = $2`,
  { owner: 'user_id = $2' },
);
