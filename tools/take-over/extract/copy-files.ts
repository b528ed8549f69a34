import { createReadStream, existsSync } from 'node:fs';
import { copyFile, constants, link, mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { faultOfName } from '../../../src/platform/archives/file-name.ts';
import { pathOfAddress } from '../bundle/url-path.ts';
import { filesFolder } from './special-fields.ts';

/** How many files are copied or fetched at a time. */
const together = 8;

/** A file on this machine, and whether nobody writes to it, so that the bundle may have the same one. */
export interface Found {
  path: string;
  isOurs: boolean;
}

/** From where the files of the other service come. */
export interface FileSource {
  /** Finds the file that a row names by a path or an address. Returns the reason, as a text, where it can't. */
  find(name: string): Promise<Found | string>;
}

/** What came of copying: the number of files, and why others were not copied. */
export interface Copied {
  copied: number;
  left: number;
}

/**
 * Copies pictures and GPX files that rows name, with their folders.
 * @param to the folder `files` of the bundle
 * @param names a file with a name a line, as JSON and as the bundle has it (`files/…`, or an address); a name may come again
 * @param leave receives each name that was not copied, with the reason
 */
export async function copyFiles(
  source: FileSource,
  to: string,
  names: string,
  leave: (name: string, reason: string) => Promise<void> | void,
): Promise<Copied> {
  const counts = { copied: 0, left: 0 };
  const copy = async (name: string) => {
    const reason = await copyOne(source, to, name);
    if (reason === null) counts.copied++;
    else if (reason !== 'there already') {
      counts.left++;
      await leave(name, reason);
    }
  };
  const running = new Set<Promise<void>>();
  const failures: unknown[] = [];
  for await (const line of createInterface({ input: createReadStream(names), crlfDelay: Infinity })) {
    const named = JSON.parse(line) as string;
    const name = pathOfAddress(named) === null ? named.slice(`${filesFolder}/`.length) : named;
    const one: Promise<void> = copy(name)
      .catch((error: unknown) => void failures.push(error))
      .finally(() => running.delete(one));
    running.add(one);
    if (running.size >= together) await Promise.race(running);
    if (failures.length > 0) break;
  }
  await Promise.all(running);
  if (failures.length > 0) throw failures[0];
  return counts;
}

/** @returns null if it was copied, else why not */
async function copyOne(source: FileSource, to: string, name: string): Promise<string | null> {
  const path = pathOfAddress(name)?.slice(`${filesFolder}/`.length) ?? name;
  if (faultOfName(path) !== null) return 'its name leads out of the folder';
  const target = join(to, path);
  if (existsSync(target)) return 'there already';
  const found = await source.find(name);
  if (typeof found === 'string') return found;
  try {
    await mkdir(dirname(target), { recursive: true });
    if (found.isOurs)
      await link(found.path, target).catch((error: unknown) => copyUnlessThere(found.path, target, error));
    else await copyUnlessThere(found.path, target);
    return null;
  } catch (error) {
    const { code, path: of } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return 'there already';
    if (code === 'EACCES' && of === found.path) return 'it may not be read';
    throw error;
  }
}

/** @param linking why the file could not be linked: because it is there, or because it is on another disk, for example */
async function copyUnlessThere(from: string, to: string, linking?: unknown): Promise<void> {
  if ((linking as NodeJS.ErrnoException | undefined)?.code === 'EEXIST') throw linking;
  await copyFile(from, to, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
}
