import { existsSync } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { isDiskFull } from '../../platform/disk-space.ts';
import { failed, passed, reasonOf, warning } from './check.ts';
import type { Finding } from './check.ts';

/** The number of free bytes below which the operator is warned. */
const little = 1024 ** 3;
/** The type that `statfs` returns for a file system in memory. */
const inMemory = 0x01021994;

/**
 * Returns the reason why files cannot be written to a folder, or null if they can. A missing folder is created and removed
 * again.
 */
export async function writeErrorOf(folder: string): Promise<string | null> {
  const file = join(folder, `.doctor-${process.pid}`);
  const made: string[] = [];
  try {
    // The folders are created one by one, because a recursive mkdir of Node never ends where nothing can be created, as in /proc.
    for (const missing of missingFolders(resolve(folder))) {
      await mkdir(missing);
      made.push(missing);
    }
    await writeFile(file, 'doctor', { mode: 0o600 });
    return null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    await rm(made[0] ?? file, { recursive: true, force: true }).catch(() => {});
  }
}

/** The missing folders of a path, the outermost first. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [...missingFolders(dirname(folder)), folder];
}

/** Checks whether the folders of the service can be written to, and how much space their disks have. */
export async function checkDisks({ dataDir }: Config): Promise<Finding[]> {
  const folders: [what: string, setting: string, folder: string][] = [['temporary folder', 'TMPDIR', tmpdir()]];
  if (dataDir !== 'memory://') folders.unshift(['data folder', 'DATA_DIR', dataDir]);
  return Promise.all(folders.map(([what, setting, folder]) => checkDisk(what, setting, folder)));
}

async function checkDisk(what: string, setting: string, folder: string): Promise<Finding> {
  const error = await writeErrorOf(folder);
  if (error !== null)
    return failed(
      what,
      `${setting} cannot be written to: ${error}`,
      `Give this user permission to write to ${folder}, or set ${setting} to another folder.`,
    );
  const disk = await statfs(folder).catch(() => null);
  if (!disk) return passed(what, `${setting} can be written to`);
  const free = disk.bavail * disk.bsize;
  const space = `${setting} has ${(free / 1e9).toFixed(1)} GB of free space`;
  if (await isDiskFull([folder]))
    return failed(what, `The disk of ${setting} is full`, `Free space on the disk of ${folder}.`);
  if (free < little) return warning(what, space, `Free space on the disk of ${folder} soon.`);
  if (setting === 'TMPDIR' && disk.type === inMemory)
    return warning(
      what,
      `${folder} is a file system in memory`,
      'Set TMPDIR to a folder on a disk, because large bodies are stored there.',
    );
  return passed(what, space);
}
