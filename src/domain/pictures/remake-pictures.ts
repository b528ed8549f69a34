import { buffer } from 'node:stream/consumers';
import { statement } from '../../platform/database/statement.ts';
import type { ProcessContext } from '../context.ts';
import type { ImageFormat } from './image-format.ts';
import { sharedOriginal } from './picture-sizes.ts';
import { contentTypeOf } from './store-files.ts';

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
  { all: 'the operator strips the originals of all pictures again' },
);
/** `$1` is the key of a picture whose original has a form for others now. */
const noteShared = statement.write('note_shared_original', 'update picture_file set has_shared = true where key = $1');

/**
 * Makes the form of the original that others see again, by the rules of today (decisions P18), for each stored picture of a post. One
 * that was stored under former rules may still have a place or a previous picture.
 * @param isDry says only which would change
 * @param say is called with the id of each picture that changes
 * @returns how many pictures were looked at
 */
export async function stripAgain(
  {
    database,
    integrations,
  }: { database: ProcessContext['database']; integrations: Pick<ProcessContext['integrations'], 'pictures'> },
  isDry: boolean,
  say: (id: number) => void,
): Promise<number> {
  let count = 0;
  const read = async (key: string, size: string) => {
    const file = await integrations.pictures.read(key, size);
    return file && buffer(file.content);
  };
  for (let last = 0; ;) {
    const some = await database.unhurried.all(picturesAfter, [last]);
    if (some.length === 0) return count;
    for (const { id, key, format, hasShared } of some) {
      last = id;
      count++;
      const original = await read(key, 'original');
      if (!original) continue;
      const { shared } = await sharedOriginal(original, format);
      const before = hasShared ? await read(key, 'shared') : original;
      if (!shared || before?.equals(shared)) continue;
      say(id);
      if (isDry) continue;
      await integrations.pictures.put(key, 'shared', shared, contentTypeOf('shared', format));
      await database.unhurried.all(noteShared, [key]);
    }
  }
}
