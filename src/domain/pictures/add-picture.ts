import { createHash } from 'node:crypto';
import { runInTurn, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { attachPicture } from './attach-picture.ts';
import { ownPostWithPicture } from './picture.queries.ts';
import { pictureSizes } from './picture-sizes.ts';
import { storeFiles } from './store-files.ts';

/**
 * Adds a picture to a post of the viewer and returns its id. The files are stored before the row is committed.
 * Uploading the same bytes again returns the existing picture.
 * @throws Failure NOT_FOUND for posts of other users, INVALID for bytes that are not a picture, TOO_LARGE
 */
export async function addPicture(context: Context, postId: number, bytes: Buffer): Promise<number> {
  const viewer = viewerOf(context);
  await context.budget.spend('upload');
  const digest = createHash('sha256').update(bytes).digest();
  const post = await context.database.one(ownPostWithPicture, [viewer.id, postId, digest]);
  if (!post) throw new Failure('NOT_FOUND');
  if (post.pictureId !== null) return post.pictureId;
  const { sizes, format, width, height } = await runInTurn(context, 'pictures', () => pictureSizes(bytes));
  const key = await storeFiles(context, { ...sizes }, format);
  return context.database.transaction((tx) =>
    attachPicture(tx, viewer.id, postId, { key, digest, format, width, height }),
  );
}
