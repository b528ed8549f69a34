import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { Failure, invalid } from '../../errors.ts';
import { attachPicture } from './attach-picture.ts';
import type { NewPicture } from './attach-picture.ts';
import { lockOwnPost } from './picture.queries.ts';
import { finishUpload, lockOwnUpload, ownUpload } from './upload.queries.ts';
import type { UploadRow } from './upload.queries.ts';

/**
 * Makes what was uploaded a picture of its post and returns its id; asked again, the same one.
 * @throws Failure NOT_FOUND, INVALID when nothing was uploaded yet or it is for a profile
 */
export async function completeUpload(context: Context, uploadId: string): Promise<number> {
  const viewer = viewerOf(context);
  const upload = await context.database.one(ownUpload, [uploadId, viewer.id]);
  if (!upload) throw new Failure('NOT_FOUND');
  const { postId } = upload;
  if (postId === null) throw invalid('uploadId', 'was prepared for a profile picture: give it to setProfilePicture');
  return context.database.transaction(async (tx) => {
    if (!(await tx.one(lockOwnPost, [viewer.id, postId]))) throw new Failure('NOT_FOUND');
    const locked = await lockUploaded(tx, uploadId, viewer.id);
    if (locked.pictureId !== null) return locked.pictureId;
    const id = await attachPicture(tx, viewer.id, postId, locked);
    await tx.one(finishUpload, [uploadId, id]);
    return id;
  });
}

/** One's own upload with what has come by it, locked. @throws Failure NOT_FOUND, INVALID when nothing has come yet */
export async function lockUploaded(tx: Queries, uploadId: string, viewerId: number): Promise<UploadRow & NewPicture> {
  const upload = await tx.one(lockOwnUpload, [uploadId, viewerId]);
  if (!upload) throw new Failure('NOT_FOUND');
  const { key, digest, format, width, height } = upload;
  if (key === null || !digest || !format || width === null || height === null)
    throw invalid('uploadId', 'nothing has been uploaded to it yet');
  return { ...upload, key, digest: Buffer.from(digest), format, width, height };
}
