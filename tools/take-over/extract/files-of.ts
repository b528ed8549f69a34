import { Sentence } from '../../../src/platform/sentence.ts';
import { pathOfAddress } from '../bundle/url-path.ts';
import type { FileSource } from './copy-files.ts';
import { fetchedFiles } from './fetched-files.ts';
import { folderOfFiles } from './folder-of-files.ts';
import { placeOfFiles } from './place-of-files.ts';

/**
 * From where files come: a folder in which names are paths, and addresses below which files are fetched.
 * @param given the values of `--files`
 * @param fetched the folder in which what was fetched is kept
 * @returns null where none is given
 * @throws Sentence if one of them can't be used
 */
export async function filesOf(given: readonly string[], fetched: string): Promise<FileSource | null> {
  if (given.length === 0) return null;
  const isAddress = (one: string) => pathOfAddress(one) !== null;
  const [folder, ...more] = given.filter((one) => !isAddress(one));
  if (more.length > 0) throw new Sentence('--files: only one of them can be a folder');
  const local = folder === undefined ? null : await folderOfFiles(folder);
  const remote = fetchedFiles(given.filter(isAddress).map(placeOfFiles), fetched);
  return { find: (name) => (local && !isAddress(name) ? local : remote).find(name) };
}
