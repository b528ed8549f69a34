import { existsSync } from 'node:fs';
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import type { Config } from '../../platform/config.ts';
import { isDiskFull } from '../../platform/disk-space.ts';
import { fine, reasonOf, warning, wrong } from './check.ts';
import type { Finding } from './check.ts';

/** Bytes below which an operator should act before the disk is full. */
const little = 1024 ** 3;
/** What `statfs` calls a file system in memory. */
const inMemory = 0x01021994;

/** Why a folder cannot be written; null when it can. A folder that is not there is made and removed again. */
export async function folderFault(folder: string): Promise<string | null> {
  const file = join(folder, `.doctor-${process.pid}`);
  const made: string[] = [];
  try {
    // One by one: where the system creates nothing at all, as in /proc, a recursive mkdir of Node never ends.
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

/** The folders on the way to this one that are not there, the outermost first. */
function missingFolders(folder: string): string[] {
  return existsSync(folder) ? [] : [...missingFolders(dirname(folder)), folder];
}

/** The folders of the service: whether they can be written, and how much room their disks have. */
export async function checkDisks({ dataDir }: Config): Promise<Finding[]> {
  const folders: [what: string, setting: string, folder: string][] = [['temporary folder', 'TMPDIR', tmpdir()]];
  if (dataDir !== 'memory://') folders.unshift(['data folder', 'DATA_DIR', dataDir]);
  return Promise.all(folders.map(([what, setting, folder]) => checkDisk(what, setting, folder)));
}

async function checkDisk(what: string, setting: string, folder: string): Promise<Finding> {
  const fault = await folderFault(folder);
  if (fault !== null)
    return wrong(
      what,
      `${setting} cannot be written: ${fault}`,
      `Give this user the right to write to ${folder}, or set ${setting}.`,
    );
  const disk = await statfs(folder).catch(() => null);
  if (!disk) return fine(what, `${setting} can be written`);
  const free = disk.bavail * disk.bsize;
  const room = `${setting} has ${(free / 1e9).toFixed(1)} GB free`;
  if (await isDiskFull([folder]))
    return wrong(what, `the disk of ${setting} is full`, `Make room on the disk of ${folder}.`);
  if (free < little) return warning(what, room, `Make room on the disk of ${folder} soon.`);
  if (setting === 'TMPDIR' && disk.type === inMemory)
    return warning(
      what,
      `${folder} is in memory`,
      'Set TMPDIR to a folder on a disk: large bodies are collected there.',
    );
  return fine(what, room);
}
