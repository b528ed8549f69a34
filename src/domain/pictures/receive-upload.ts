import { createHash } from 'node:crypto';
import type { ProcessContext } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import type { Caller } from '@runners/limits';
import { Failure, invalid } from '../../errors.ts';
import { PictureUpload } from './picture-upload.entity.ts';
import { pictureSizes, profileSizes } from './picture-sizes.ts';
import { storeFiles } from './store-files.ts';
import { tryUpload, uploadDigest } from './upload.queries.ts';
import type { UploadRow } from './upload.queries.ts';

/** The message for a URL that does not accept an upload, or no longer does. */
export const uploadEnded = 'There is no such upload, or its time is over: prepare a new one.';

/**
 * Counts an attempt to send the bytes of a prepared upload, before they are received.
 * @throws Failure NOT_FOUND when the upload does not exist, has expired or has no attempts left
 */
export async function beginUpload({ database, now }: ProcessContext, uploadId: string): Promise<UploadRow> {
  const upload = await database.one(tryUpload, [uploadId, now()]);
  if (!upload) throw new Failure('NOT_FOUND', uploadEnded);
  return upload;
}

/**
 * Receives the bytes of a prepared upload. Only the first PUT counts, which the database decides. The same bytes again
 * have no effect.
 * @throws Failure NOT_FOUND when the upload does not exist, INVALID for bytes that are not a picture or differ from the
 * first ones, TOO_LARGE, RATE_LIMITED, UNAVAILABLE when too many wait
 */
export async function receiveUpload(
  processContext: ProcessContext,
  { id, userId, postId }: UploadRow,
  { address }: Caller,
  bytes: Buffer,
): Promise<void> {
  const { database, capacity } = processContext;
  const digest = createHash('sha256').update(bytes).digest();
  const first = (await database.one(uploadDigest, [id]))?.digest;
  if (first) return mustEqual(first, digest);
  const work = async () => (postId === null ? profileSizes(bytes) : pictureSizes(bytes));
  const { sizes, format, width, height } = await capacity.pictures.run({ person: String(userId), address }, work);
  const key = await storeFiles(processContext, { ...sizes }, format);
  const filled = await unitOfWork(database, (em) =>
    em.nativeUpdate(PictureUpload, { id, key: null }, { key, digest, format, width, height }),
  );
  // Another PUT was completed first.
  if (filled === 0) mustEqual((await database.one(uploadDigest, [id]))?.digest, digest);
}

function mustEqual(first: Uint8Array | null | undefined, digest: Buffer): void {
  if (!first) throw new Failure('NOT_FOUND');
  if (!digest.equals(first))
    throw invalid('picture', 'another one has been uploaded here already: prepare a new upload');
}
