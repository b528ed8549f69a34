import { createHash } from 'node:crypto';
import type { Surroundings } from '../context.ts';
import { Failure, invalid } from '../errors.ts';
import { pictureSizes, profileSizes } from './picture-sizes.ts';
import { storeFiles } from './store-files.ts';
import { fillUpload, openUpload } from './upload.queries.ts';
import type { UploadRow } from './upload.queries.ts';

/**
 * Takes the bytes of a prepared upload. Only the first PUT counts, which the database decides; the same bytes again
 * change nothing.
 * @throws Failure NOT_FOUND when there is no such upload or its time is over, INVALID for what is no picture or comes second,
 * TOO_LARGE
 */
export async function receiveUpload(surroundings: Surroundings, uploadId: string, bytes: Buffer): Promise<void> {
  const digest = createHash('sha256').update(bytes).digest();
  const upload = await open(surroundings, uploadId);
  if (upload.key !== null) return sameAsBefore(upload, digest);
  const work = upload.postId === null ? profileSizes : pictureSizes;
  const { sizes, format, width, height } = await work(bytes);
  const key = await storeFiles(surroundings, { ...sizes }, format);
  const filled = await surroundings.database.one(fillUpload, [uploadId, key, digest, format, width, height]);
  if (!filled) sameAsBefore(await open(surroundings, uploadId), digest);
}

async function open({ database, now }: Surroundings, uploadId: string): Promise<UploadRow> {
  const upload = await database.one(openUpload, [uploadId, now()]);
  if (!upload) throw new Failure('NOT_FOUND', 'There is no such upload, or its time is over: prepare a new one.');
  return upload;
}

function sameAsBefore(upload: UploadRow, digest: Buffer): void {
  if (!upload.digest || !digest.equals(upload.digest))
    throw invalid('picture', 'another one has been uploaded here already: prepare a new upload');
}
