import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Database } from '../../platform/database/database.ts';
import { statement } from '../../platform/database/statement.ts';
import type { PictureStore } from '../../platform/store/picture-store.ts';
import { imageFormatOf } from './image-format.ts';
import { contentTypeOf, storedSizes } from './store-files.ts';

/** The number of keys that are read at a time, and of those that are copied at the same time. */
const together = { keys: 200, copies: 4 } as const;

/** `$1` is the last key before. Files that are about to be removed are not copied. */
const keysAfter = statement<{ key: string }>(
  'keys_of_pictures',
  `select key from picture_file where key > $1 and doomed_date is null order by key limit ${together.keys}`,
  { all: 'a command of the operator copies the files of all pictures' },
);

/** The result of copying. */
interface Copied {
  /** Numbers of files. */
  copied: number;
  present: number;
  /** Keys without any file in the source, although the database still names them. */
  missing: string[];
}

/**
 * Copies all files that the database names from one store to another. Files that the target has with the same content are not
 * copied again, and each copy is read back and compared.
 * @throws Error if a copy differs from the original
 */
export async function copyPictures(
  { unhurried }: Pick<Database, 'unhurried'>,
  from: PictureStore,
  to: PictureStore,
): Promise<Copied> {
  const result: Copied = { copied: 0, present: 0, missing: [] };
  const limit = pLimit(together.copies);
  const copyKey = async (key: string): Promise<void> => {
    let found = 0;
    for (const size of storedSizes) {
      const bytes = await read(from, key, size);
      if (!bytes) continue;
      found++;
      if (digestOf(await read(to, key, size)) === digestOf(bytes)) {
        result.present++;
        continue;
      }
      await to.put(key, size, bytes, contentTypeOf(size, imageFormatOf(bytes) ?? 'jpeg'));
      if (digestOf(await read(to, key, size)) !== digestOf(bytes))
        throw new Error(`the copy of ${key}/${size} differs`);
      result.copied++;
    }
    if (found === 0) result.missing.push(key);
  };
  for (let after = ''; ;) {
    const keys = (await unhurried.all(keysAfter, [after])).map(({ key }) => key);
    await Promise.all(keys.map((key) => limit(copyKey, key)));
    if (keys.length < together.keys) return result;
    after = keys.at(-1) ?? after;
  }
}

async function read(store: PictureStore, key: string, size: string): Promise<Buffer | null> {
  const file = await store.read(key, size);
  return file && buffer(file.content);
}

function digestOf(bytes: Buffer | null): string | null {
  return bytes && createHash('sha256').update(bytes).digest('hex');
}
