import { lstat, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { Sentence } from '../../../src/platform/sentence.ts';
import type { FileSource } from './copy-files.ts';

/**
 * A folder in which the names of rows are paths. Nothing outside of it is read: names that are absolute, have `..` in them or lead outside by
 * a link are left.
 * @throws Sentence if there is no such folder
 */
export async function folderOfFiles(path: string): Promise<FileSource> {
  const root = await realpath(path).catch(() => null);
  if (root === null || !(await lstat(root)).isDirectory()) throw new Sentence(`--files: there is no folder ${path}`);
  return {
    async find(name) {
      const found = await realpath(join(root, name)).catch(() => null);
      if (found === null) return 'there is no such file';
      if (!found.startsWith(root.endsWith(sep) ? root : root + sep)) return 'a link leads out of the folder';
      return (await lstat(found)).isFile() ? { path: found, isOurs: false } : 'it is not a file';
    },
  };
}
