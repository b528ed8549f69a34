import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import pLimit from 'p-limit';
import type { Database } from '../database/database.ts';
import type { PictureStore } from './picture-store.ts';
import { keysOf } from './stored-files.ts';
import type { StoredFiles } from './stored-files.ts';

/** The number of keys whose files are copied at the same time. */
const together = 4;

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
export async function copyFiles(
  database: Pick<Database, 'unhurried'>,
  files: StoredFiles,
  from: PictureStore,
  to: PictureStore,
): Promise<Copied> {
  const result: Copied = { copied: 0, present: 0, missing: [] };
  const limit = pLimit(together);
  const copyKey = async (key: string): Promise<void> => {
    let found = 0;
    for (const name of files.names) {
      const bytes = await read(from, key, name);
      if (!bytes) continue;
      found++;
      if (digestOf(await read(to, key, name)) === digestOf(bytes)) {
        result.present++;
        continue;
      }
      await to.put(key, name, bytes, files.contentTypeOf(name, bytes));
      if (digestOf(await read(to, key, name)) !== digestOf(bytes))
        throw new Error(`the copy of ${key}/${name} differs`);
      result.copied++;
    }
    if (found === 0) result.missing.push(key);
  };
  for await (const keys of keysOf(database, files)) await Promise.all(keys.map((key) => limit(copyKey, key)));
  return result;
}

async function read(store: PictureStore, key: string, name: string): Promise<Buffer | null> {
  const file = await store.read(key, name);
  return file && buffer(file.content);
}

function digestOf(bytes: Buffer | null): string | null {
  return bytes && createHash('sha256').update(bytes).digest('hex');
}
