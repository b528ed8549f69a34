import { LockMode, sql } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure, invalid } from '../../errors.ts';
import { attachPicture } from './attach-picture.ts';
import type { NewPicture } from './attach-picture.ts';
import { PictureUpload } from './picture-upload.entity.ts';
import { Picture } from './picture.entity.ts';
import { lockOwnPost } from './picture.queries.ts';
import { ownUpload } from './upload.queries.ts';

/**
 * Creates the picture of a post from an upload and returns its id. A second call returns the same id.
 * @throws Failure NOT_FOUND, INVALID when no bytes were uploaded yet or the upload is for a profile
 */
export async function completeUpload(context: Context, uploadId: string): Promise<number> {
  const viewer = viewerOf(context);
  const prepared = await context.database.one(ownUpload, [uploadId, viewer.id]);
  if (!prepared) throw new Failure('NOT_FOUND');
  const { postId } = prepared;
  if (postId === null) throw invalid('uploadId', 'was prepared for a profile picture: give it to setProfilePicture');
  return context.database.transaction(async (tx) => {
    if (!(await tx.one(lockOwnPost, [viewer.id, postId]))) throw new Failure('NOT_FOUND');
    const em = await tx.em();
    const { upload, stored } = await lockUploaded(em, uploadId, viewer.id);
    if (upload.picture) return upload.picture.id;
    const id = await attachPicture(tx, viewer.id, postId, stored);
    upload.picture = em.getReference(Picture, id);
    upload.completedDate = sql<Date>`clock_timestamp()`;
    return id;
  });
}

/**
 * Locks an upload of the viewer, and returns it with its stored picture. The post or profile that receives the picture
 * is locked before it.
 * @throws Failure NOT_FOUND, INVALID when no bytes were uploaded yet
 */
export async function lockUploaded(
  em: SqlEntityManager,
  id: string,
  viewerId: number,
): Promise<{ upload: PictureUpload; stored: NewPicture }> {
  const upload = await em.findOne(PictureUpload, { id, user: viewerId }, { lockMode: LockMode.PESSIMISTIC_WRITE });
  if (!upload) throw new Failure('NOT_FOUND');
  const { key, digest, format, width, height } = upload;
  if (!key || !digest || !format || width == null || height == null)
    throw invalid('uploadId', 'nothing has been uploaded to it yet');
  return { upload, stored: { key: key.key, digest: Buffer.from(digest), format, width, height } };
}
