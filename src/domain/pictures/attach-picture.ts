import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { Failure, invalid } from '../../errors.ts';
import type { ImageFormat } from './image-format.ts';
import { lockOwnPost } from './picture.queries.ts';

/** Most pictures of a post. */
export const maxPictures = 100;

/** A stored picture that is to hang from a post. */
export interface NewPicture {
  key: string;
  digest: Buffer;
  format: ImageFormat;
  width: number;
  height: number;
}

const pictureByDigest = statement<{ id: number }>(
  'picture_by_digest',
  'select id from picture where post_id = $1 and digest = $2',
  { all: 'of a post that is locked as the own one (own_post_with_picture)' },
);

/** `$1` post, `$2` key, `$3` digest, `$4` format, `$5` width, `$6` height: last among the pictures of the post. */
const insertPicture = statement<{ id: number }>(
  'insert_picture',
  `insert into picture (post_id, key, digest, format, width, height, position, created_date)
   select $1::bigint, $2::text, $3::bytea, $4::text, $5::int, $6::int, coalesce(max(position) + 1, 0), clock_timestamp()
   from picture where post_id = $1 having count(*) < ${maxPictures} returning id`,
);

/**
 * Hangs a picture from one's own post, in the transaction of `tx`; returns its id, or the id of the picture of the same
 * bytes that is there already: uploads are sent again when their answer was lost.
 * @throws Failure NOT_FOUND, INVALID when the post is full
 */
export async function attachPicture(
  tx: Queries,
  viewerId: number,
  postId: number,
  { key, digest, format, width, height }: NewPicture,
): Promise<number> {
  if (!(await tx.one(lockOwnPost, [viewerId, postId]))) throw new Failure('NOT_FOUND');
  const known = await tx.one(pictureByDigest, [postId, digest]);
  if (known) return known.id;
  const added = await tx.one(insertPicture, [postId, key, digest, format, width, height]);
  if (!added) throw invalid('postId', `a post has at most ${maxPictures} pictures`);
  return added.id;
}
