import { randomBytes } from 'node:crypto';
import type { Surroundings } from '../context.ts';
import { unitOfWork } from '../../platform/database/database.ts';
import { apartFrom } from '../../platform/database/one-transaction.ts';
import type { ImageFormat } from './image-format.ts';
import { PictureFile } from './picture-file.entity.ts';

/** Everything that can lie under a key of the picture store. */
export const storedSizes = ['thumbnail', 'feed', 'detail', 'original', 'shared', '225', '48'] as const;
export type StoredSize = (typeof storedSizes)[number];

/** Content-Type of a stored file: all sizes are JPEG but the original, with and without its metadata. */
export function contentTypeOf(size: StoredSize, original: ImageFormat): string {
  return `image/${size === 'original' || size === 'shared' ? original : 'jpeg'}`;
}

/**
 * Stores the files of a picture and returns their key. The database knows the key before the store does, so whatever
 * happens from here on, files that nothing refers to are found and removed (`sweep.ts`).
 */
export async function storeFiles(
  { database, outside }: Pick<Surroundings, 'database' | 'outside'>,
  sizes: Partial<Record<StoredSize, Buffer>>,
  format: ImageFormat,
): Promise<string> {
  const key = randomBytes(16).toString('hex');
  const hasShared = sizes.shared !== undefined;
  // At once, also where all else is one transaction that may still fail.
  await unitOfWork(apartFrom(database), async (em) => em.create(PictureFile, { key, hasShared }));
  const files = Object.entries(sizes) as [StoredSize, Buffer][];
  const stored = await Promise.allSettled(
    files.map(([size, bytes]) => outside.pictures.put(key, size, bytes, contentTypeOf(size, format))),
  );
  // Not before all have ended: their bytes may be lent (src/platform/bodies/receive-body.ts).
  const failed = stored.find((result) => result.status === 'rejected');
  if (!failed) return key;
  // The disk may be full: what is there of this picture is not to wait for the sweep.
  await outside.pictures.remove(key, storedSizes).catch(() => {});
  throw failed.reason;
}
