import { closeSync, lstatSync, openSync, readSync, statSync } from 'node:fs';
import { opendir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ownFolder } from '../../../src/platform/own-folder.ts';
import { fileNames } from './field.ts';
import type { FileName } from './field.ts';
import { faultOfName, quoted } from '../../../src/platform/archives/file-name.ts';
import { BundleRefused, mostEntries } from '../../../src/platform/archives/refused.ts';
import { unpackTar } from './unpack-tar.ts';
import { unpackZip } from '../../../src/platform/archives/unpack-zip.ts';
import { Unpacker } from '../../../src/platform/archives/unpack.ts';

/** A bundle whose files can be read. */
export interface Bundle {
  /** The folder that has its files. */
  readonly folder: string;
  /** The names of its files of records, such as `users.jsonl.gz`, in the order of loading. */
  readonly records: ReadonlyMap<FileName, string>;
  /** Files and folders beside them that the format does not name. */
  readonly strangers: readonly string[];
  /** Whether it has a file at a path, which is one that leads down from its folder. */
  hasFile(name: string): boolean;
  /** The path of a file on this machine. */
  pathOf(name: string): string;
  /** Removes what was unpacked. */
  close(): Promise<void>;
}

/** The name of the file that says what the bundle is. */
export const manifestName = 'manifest.json';

/**
 * Opens a bundle: a folder, or a zip, tar or tar.gz of it, which is unpacked once into a new folder. A process that is killed leaves it
 * behind, and the next one removes it.
 * @param temporary where the new folder is made
 * @throws BundleRefused for what is no bundle, or a hostile one
 */
export async function openBundle(path: string, temporary: string = tmpdir()): Promise<Bundle> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats) throw new BundleRefused(`${path}: there is no such file or folder.`);
  if (stats.isDirectory()) {
    await checkEntries(path);
    return bundleIn(await rootOf(path), async () => {});
  }
  const folder = await ownFolder('runners-bundle', temporary);
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const unpacker = new Unpacker(folder, stats.size);
    const kind = kindOf(path);
    if (kind === null) throw new BundleRefused(`${path}: this is no folder, zip, tar or tar.gz.`);
    await (kind === 'zip' ? unpackZip(path, unpacker) : unpackTar(path, kind === 'gzip', unpacker));
    return await bundleIn(await rootOf(folder), remove);
  } catch (error) {
    await remove();
    throw error;
  }
}

/** What kind of archive a file is, by how it begins; null for anything else. */
function kindOf(path: string): 'zip' | 'gzip' | 'tar' | null {
  const begin = Buffer.alloc(512);
  const file = openSync(path, 'r');
  try {
    readSync(file, begin, 0, begin.length, 0);
  } finally {
    closeSync(file);
  }
  if (begin.toString('latin1', 0, 2) === 'PK') return 'zip';
  if (begin[0] === 0x1f && begin[1] === 0x8b) return 'gzip';
  return begin.toString('latin1', 257, 262) === 'ustar' || path.endsWith('.tar') ? 'tar' : null;
}

/** @throws BundleRefused for a folder with links, or with too many entries */
async function checkEntries(folder: string): Promise<void> {
  let entries = 0;
  for await (const entry of await opendir(folder, { recursive: true })) {
    if (++entries > mostEntries) throw new BundleRefused(`The folder has more than ${mostEntries} entries.`);
    if (!entry.isFile() && !entry.isDirectory())
      throw new BundleRefused(`${quoted(entry.name)}: the folder has a link or a device, which is not read.`);
  }
}

/** The folder itself, or the one folder within it that has the manifest, as archives of a folder do. */
async function rootOf(folder: string): Promise<string> {
  const isRoot = (one: string) => statSync(join(one, manifestName), { throwIfNoEntry: false })?.isFile() === true;
  if (isRoot(folder)) return folder;
  const entries = await readdir(folder, { withFileTypes: true });
  const within = entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(folder, name));
  const roots = within.filter(isRoot);
  return roots.length === 1 ? roots[0]! : folder;
}

/** Whether a path is that of a file. One that no file can have, or that leads through a file, is not. */
function isFile(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true;
  } catch (error) {
    if (['ENAMETOOLONG', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw error;
  }
}

async function bundleIn(folder: string, close: () => Promise<void>): Promise<Bundle> {
  const names = await readdir(folder);
  const records = new Map(
    fileNames.flatMap((name) => {
      const found = [`${name}.jsonl`, `${name}.jsonl.gz`].filter((file) => names.includes(file));
      if (found.length > 1) throw new BundleRefused(`The bundle has both ${found.join(' and ')}: remove one of them.`);
      return found.map((file) => [name, file] as const);
    }),
  );
  const known = new Set([manifestName, 'files', ...records.values()]);
  return {
    folder,
    records,
    strangers: names.filter((name) => !known.has(name)).sort(),
    hasFile: (name) => faultOfName(name) === null && isFile(join(folder, name)),
    pathOf: (name) => join(folder, name),
    close,
  };
}
