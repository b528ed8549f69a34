import { isGzip } from '@runners/recordings';
import type { Archive } from './archive.ts';
import type { Item, SaidOfRecording } from './plan.ts';

/** What systems put beside the files of people. */
const ofSystem = /(?:^|\/)(?:__MACOSX\/|\.|(?:Thumbs\.db|desktop\.ini)$)/i;
/** The folder that every archive of Garmin has. Beside the recordings it has thousands of other files. */
const ofGarmin = /(?:^|\/)DI_CONNECT\//;

/** What nothing is said about. */
export const nothingSaid: SaidOfRecording = { title: null, postBody: null, sport: null };

/**
 * The recordings of a folder, at any depth and in zips, such as those of Garmin: files that may be some by their first bytes. Any
 * other file of a folder is broken. Null without a recording.
 */
export async function recordingsIn(archive: Archive): Promise<Item[] | null> {
  const files = (await archive.files()).filter((file) => !ofSystem.test(file));
  const isGarmin = files.some((file) => ofGarmin.test(file));
  const items: Item[] = [];
  for (const file of files) {
    if (mayBeRecording(await archive.beginningOf(file))) items.push({ kind: 'recording', file, said: nothingSaid });
    else if (!isGarmin)
      items.push({ kind: 'broken', refused: { file, reason: 'It is neither a GPX nor a TCX nor a FIT file.' } });
  }
  return items.some(({ kind }) => kind === 'recording') ? items : null;
}

/** Whether bytes begin a FIT file, an XML document, in one or two bytes a character and with a mark of it or without, or a gzip file. */
function mayBeRecording(beginning: Buffer): boolean {
  if (isGzip(beginning) || beginning.toString('latin1', 8, 12) === '.FIT') return true;
  const marks = [0, 0xef, 0xbb, 0xbf, 0xff, 0xfe];
  const text = beginning.filter((byte) => !marks.includes(byte));
  return Buffer.from(text).toString('latin1').trimStart().startsWith('<');
}
