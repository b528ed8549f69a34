import { usersLoader } from '../people/person.loaders.ts';
import { LockMode, sql } from '@mikro-orm/core';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { User } from '../people/user.entity.ts';
import { runInTurn, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { Failure, invalid } from '../../errors.ts';
import { lockUploaded } from './complete-upload.ts';
import { profileSizes } from './picture-sizes.ts';
import { stripMetadata } from './strip-metadata.ts';
import { storeFiles } from './store-files.ts';
import { ownUpload } from './upload.queries.ts';

/** The picture, either as bytes or as a prepared upload. */
interface NewProfilePicture {
  picture?: Buffer | null | undefined;
  uploadId?: string | null | undefined;
}

/**
 * Sets the profile picture of the viewer. Its original is not kept.
 * @throws Failure INVALID for bytes that are not a picture, NOT_FOUND for an upload that does not exist, TOO_LARGE
 */
export async function setProfilePicture(context: Context, { picture, uploadId }: NewProfilePicture): Promise<void> {
  if (picture && uploadId) throw invalid('uploadId', 'cannot be combined with `picture`', 'NOT_TOGETHER');
  if (uploadId) return setUploaded(context, uploadId);
  if (!picture) throw invalid('picture', 'is required without `uploadId`', 'REQUIRED');
  viewerOf(context);
  await context.budget.spend('upload');
  const { sizes, format } = await runInTurn(context, 'pictures', () => profileSizes(picture));
  await setImageKey(context, await storeFiles(context, { ...sizes }, format));
}

/** Uses the uploaded picture. A second call has no further effect. */
async function setUploaded(context: Context, uploadId: string): Promise<void> {
  const viewer = viewerOf(context);
  const upload = await context.database.one(ownUpload, [uploadId, viewer.id]);
  if (!upload) throw new Failure('NOT_FOUND');
  if (upload.postId !== null) throw invalid('uploadId', 'was prepared for a post: give it to completePictureUpload');
  await unitOfWork(context.database, async (em) => {
    const user = await em.findOne(User, viewer.id, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!user) throw new Failure('UNAUTHENTICATED');
    const { upload: uploaded, stored } = await lockUploaded(em, uploadId, viewer.id);
    if (uploaded.completedDate) return;
    user.imageKey = stored.key;
    uploaded.completedDate = sql<Date>`clock_timestamp()`;
  });
}

/**
 * Sets the profile picture of an archive where the viewer has none. A picture that this service has made, of 225 pixels and without
 * metadata, stays as it is. Returns false where there is one.
 * @throws Failure INVALID for bytes that are not a picture, TOO_LARGE
 */
export async function keepProfilePicture(context: Context, picture: Buffer): Promise<boolean> {
  const viewer = viewerOf(context);
  if ((await context.loader(usersLoader).load(viewer.id))?.imageKey != null) return false;
  const { sizes, format, width, height } = await runInTurn(context, 'pictures', () => profileSizes(picture));
  const isOurs = format === 'jpeg' && width === 225 && height === 225 && (await isPlain(picture));
  const key = await storeFiles(context, { ...sizes, ...(isOurs && { '225': picture }) }, format);
  const set = (em: SqlEntityManager) => em.nativeUpdate(User, { id: viewer.id, imageKey: null }, { imageKey: key });
  return (await unitOfWork(context.database, set)) > 0;
}

const isPlain = async (jpeg: Buffer) => (await stripMetadata(jpeg, 'jpeg', 1)) === jpeg;

/** Removes the profile picture of the viewer. */
export async function removeProfilePicture(context: Context): Promise<void> {
  await setImageKey(context, null);
}

async function setImageKey(context: Context, imageKey: string | null): Promise<void> {
  const viewer = viewerOf(context);
  const changed = await unitOfWork(context.database, (em) => em.nativeUpdate(User, { id: viewer.id }, { imageKey }));
  if (changed === 0) throw new Failure('UNAUTHENTICATED');
}
