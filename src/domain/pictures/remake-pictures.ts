import { buffer } from 'node:stream/consumers';
import { statement } from '../../platform/database/statement.ts';
import type { ImageFormat } from './image-format.ts';
import { isDeep, pictureSizes, sharedOriginal } from './picture-sizes.ts';
import { storedSizes, storeFiles } from './store-files.ts';
import type { StoredSize } from './store-files.ts';

interface Kept {
  id: number;
  key: string;
  format: ImageFormat;
  hasShared: boolean;
}

const picturesAfter = statement.read<Kept>(
  'pictures_after',
  `select p.id, p.key, p.format, f.has_shared as "hasShared" from picture p join picture_file f on f.key = p.key
   where p.id > $1 order by p.id limit 100`,
  { all: 'the operator makes the files of all pictures again' },
);
/**
 * `$1` is a picture, `$2` the key of its files, and `$3` that of new ones. Whoever has begun to read the former files has an hour to end.
 */
const replaceFiles = statement.write(
  'replace_picture_files',
  `with replaced as (update picture set key = $3 where id = $1 and key = $2 returning id)
   update picture_file set doomed_date = now() + interval '1 hour'
   where key = case when exists (select from replaced) then $2 else $3 end`,
);

/**
 * Makes the files of stored pictures of posts again by the rules of today, one picture after the other, where they would differ: the
 * form of the original that others see (decisions P18), in which a place or a previous picture may still be, and the sizes of pictures of
 * 16 bits, which had wrong colors in version 1.0.0. What changes is stored under another key, since clients and backups keep files
 * by their keys. It can be ended at any time, and a second run finds less to do.
 * @param isDry says only which would change
 * @param after the id of the picture after which it begins
 * @param say prints a line for each picture that changes or cannot be read any more, for each hundred, and at the end
 */
export async function remakePictures(
  processContext: Parameters<typeof storeFiles>[0],
  { isDry, after }: { isDry: boolean; after: number },
  say: (line: string) => void,
): Promise<void> {
  const { database, integrations } = processContext;
  const read = async (key: string, size: string) => {
    const file = await integrations.pictures.read(key, size);
    return file && buffer(file.content);
  };
  let [count, changed] = [0, 0];
  for (let last = after; ; say(`All up to ${last} are done: --after ${last} goes on from here.`)) {
    const some = await database.unhurried.all(picturesAfter, [last]);
    if (some.length === 0) break;
    for (const { id, key, format, hasShared } of some) {
      last = id;
      count++;
      const original = await read(key, 'original');
      const made = original && (await filesOf(original, format).catch(() => null));
      if (!made) say(`picture ${id}: its original cannot be read, and it stays as it is`);
      if (!made) continue;
      const files: Record<string, Buffer> = {};
      for (const size of storedSizes) {
        const file = size === 'shared' && !hasShared ? null : await read(key, size);
        if (file) files[size] = file;
      }
      if (Object.entries(made).every(([size, bytes]) => files[size]?.equals(bytes))) continue;
      say(`picture ${id}: ${isDry ? 'would be' : 'is'} made again`);
      changed++;
      if (isDry) continue;
      const newKey = await storeFiles(processContext, { ...files, ...made }, format);
      await database.unhurried.all(replaceFiles, [id, key, newKey]);
    }
  }
  say(`${changed} of ${count} pictures ${isDry ? 'would be' : 'were'} made again`);
}

/** What is made of an original that may have been made otherwise before. */
async function filesOf(original: Buffer, format: ImageFormat): Promise<Partial<Record<StoredSize, Buffer>>> {
  const isOfSixteenBits = format === 'png' && (await isDeep(original));
  return isOfSixteenBits ? (await pictureSizes(original)).sizes : sharedOriginal(original, format);
}
