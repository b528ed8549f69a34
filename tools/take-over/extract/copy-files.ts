import { createReadStream } from 'node:fs';
import { copyFile, constants, lstat, mkdir, realpath } from 'node:fs/promises';
import { dirname, join, sep } from 'node:path';
import { createInterface } from 'node:readline';
import { Sentence } from '../../../src/platform/sentence.ts';
import { filesFolder } from './special-fields.ts';

/** How many files are copied at a time. */
const together = 8;

/** What came of copying: the number of files, and why others were not copied. */
export interface Copied {
  copied: number;
  left: number;
}

/**
 * Returns the folder that files are copied from, without links on the way to it.
 * @throws Sentence if there is no such folder
 */
export async function folderOfFiles(path: string): Promise<string> {
  const root = await realpath(path).catch(() => null);
  if (root === null || !(await lstat(root)).isDirectory()) throw new Sentence(`--files: there is no folder ${path}`);
  return root;
}

/**
 * Copies pictures and GPX files that rows name, with their folders. Nothing outside of the source folder is read: names that are
 * absolute, have `..` in them or lead outside by a link are left.
 * @param root the folder in which the names are paths, of `folderOfFiles`
 * @param to the folder `files` of the bundle
 * @param names a file with a name a line, as JSON and as the bundle has it (`files/…`); a name may come again
 * @param leave receives each name that was not copied, with the reason
 */
export async function copyFiles(
  root: string,
  to: string,
  names: string,
  leave: (name: string, reason: string) => Promise<void> | void,
): Promise<Copied> {
  const counts = { copied: 0, left: 0 };
  const copy = async (name: string) => {
    const reason = await copyOne(root, to, name);
    if (reason === null) counts.copied++;
    else if (reason !== 'there already') {
      counts.left++;
      await leave(name, reason);
    }
  };
  let waiting: Promise<void>[] = [];
  for await (const line of createInterface({ input: createReadStream(names), crlfDelay: Infinity })) {
    waiting.push(copy((JSON.parse(line) as string).slice(`${filesFolder}/`.length)));
    if (waiting.length < together) continue;
    await Promise.all(waiting);
    waiting = [];
  }
  await Promise.all(waiting);
  return counts;
}

/** @returns null if it was copied, else why not */
async function copyOne(root: string, to: string, name: string): Promise<string | null> {
  const parts = name.split('/');
  if (name.includes('\0') || name.includes('\\') || parts.some((part) => part === '' || part === '.' || part === '..'))
    return 'its name leads out of the folder';
  const path = await realpath(join(root, name)).catch(() => null);
  if (path === null) return 'there is no such file';
  if (!path.startsWith(root.endsWith(sep) ? root : root + sep)) return 'a link leads out of the folder';
  if (!(await lstat(path)).isFile()) return 'it is not a file';
  const target = join(to, name);
  try {
    await mkdir(dirname(target), { recursive: true });
    await copyFile(path, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
    return null;
  } catch (error) {
    const { code, path: of } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return 'there already';
    if (code === 'EACCES' && of === path) return 'it may not be read';
    throw error;
  }
}
