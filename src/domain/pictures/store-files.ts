import { randomBytes } from 'node:crypto';
import type { ProcessContext } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { apartFrom } from '../../platform/database/one-transaction.ts';
import type { ImageFormat } from './image-format.ts';
import { PictureFile } from './picture-file.entity.ts';

/** All files that can exist under a key of the picture store. */
export const storedSizes = ['thumbnail', 'feed', 'detail', 'original', 'shared', '225', '48'] as const;
export type StoredSize = (typeof storedSizes)[number];

/** The Content-Type of a stored file. All sizes are JPEG except the original, with and without its metadata. */
export function contentTypeOf(size: StoredSize, original: ImageFormat): string {
  return `image/${size === 'original' || size === 'shared' ? original : 'jpeg'}`;
}

/**
 * Stores the files of a picture and returns their key. The database contains the key before the store contains the
 * files, so that files without references are found and removed after any failure (`sweep.ts`).
 */
export async function storeFiles(
  {
    database,
    integrations,
  }: { database: ProcessContext['database']; integrations: Pick<ProcessContext['integrations'], 'pictures'> },
  sizes: Partial<Record<StoredSize, Buffer>>,
  format: ImageFormat,
): Promise<string> {
  const key = randomBytes(16).toString('hex');
  const hasShared = sizes.shared !== undefined;
  // At once, also where all else is one transaction that may still fail.
  await unitOfWork(apartFrom(database), async (em) => em.create(PictureFile, { key, hasShared }));
  const files = Object.entries(sizes) as [StoredSize, Buffer][];
  const stored = await Promise.allSettled(
    files.map(([size, bytes]) => integrations.pictures.put(key, size, bytes, contentTypeOf(size, format))),
  );
  // All writes must have ended before this function returns, because their bytes may be in shared memory
  // (src/platform/bodies/receive-body.ts).
  const failed = stored.find((result) => result.status === 'rejected');
  if (!failed) return key;
  // The disk may be full. Files of this picture are removed at once instead of by the next sweep.
  await integrations.pictures.remove(key, storedSizes).catch(() => {});
  throw failed.reason;
}
