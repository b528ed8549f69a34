import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Queries } from '../../platform/database/statement.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, invalid } from '../../errors.ts';
import { lockUploaded } from './complete-upload.ts';
import { profileSizes } from './picture-sizes.ts';
import { storeFiles } from './store-files.ts';
import { finishUpload, ownUpload } from './upload.queries.ts';

/** `$1` user, `$2` key or null. */
const updateImageKey = statement<{ id: number }>(
  'update_image_key',
  'update users set image_key = $2 where id = $1 returning id',
);

const lockUser = statement<{ id: number }>('lock_user', 'select id from users where id = $1 for no key update');

/** A picture as bytes, or as what was uploaded to a prepared place: one of the two. */
export interface NewProfilePicture {
  picture?: Buffer | null | undefined;
  uploadId?: string | null | undefined;
}

/**
 * Gives oneself a profile picture; its original is not kept.
 * @throws Failure INVALID for what is no picture, NOT_FOUND for an upload that is not there, TOO_LARGE
 */
export async function setProfilePicture(context: Context, { picture, uploadId }: NewProfilePicture): Promise<void> {
  if (picture && uploadId) throw invalid('uploadId', 'cannot be combined with `picture`');
  if (uploadId) return setUploaded(context, uploadId);
  if (!picture) throw invalid('picture', 'is required without `uploadId`');
  const viewer = viewerOf(context);
  await context.budget.spend('upload');
  const { sizes, format } = await profileSizes(picture);
  await write(context.database, viewer.id, await storeFiles(context, { ...sizes }, format));
}

/** Takes what was uploaded; asked again, nothing changes. */
async function setUploaded(context: Context, uploadId: string): Promise<void> {
  const viewer = viewerOf(context);
  const upload = await context.database.one(ownUpload, [uploadId, viewer.id]);
  if (!upload) throw new Failure('NOT_FOUND');
  if (upload.postId !== null) throw invalid('uploadId', 'was prepared for a post: give it to completePictureUpload');
  await context.database.transaction(async (tx) => {
    await tx.one(lockUser, [viewer.id]);
    const { key, completedDate } = await lockUploaded(tx, uploadId, viewer.id);
    if (completedDate !== null) return;
    await write(tx, viewer.id, key);
    await tx.one(finishUpload, [uploadId, null]);
  });
}

/** Leaves oneself without a profile picture. */
export async function removeProfilePicture(context: Context): Promise<void> {
  await write(context.database, viewerOf(context).id, null);
}

async function write(queries: Queries, userId: number, key: string | null): Promise<void> {
  if (!(await queries.one(updateImageKey, [userId, key]))) throw new Failure('UNAUTHENTICATED');
}
