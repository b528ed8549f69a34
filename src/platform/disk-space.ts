import { access, constants, statfs } from 'node:fs/promises';
import { sinceDiskFull } from '../errors.ts';

/** The number of bytes that must be free on a disk. */
const leastFree = 1024 * 1024;
/** The number of milliseconds for which a disk counts as full after a write has failed. */
const remembered = 30_000;

/** Whether the disk of one of the folders is full, or a write has recently failed for that reason. */
export async function isDiskFull(folders: readonly string[]): Promise<boolean> {
  if (sinceDiskFull() < remembered) return true;
  const disks = await Promise.allSettled(folders.map((folder) => statfs(folder)));
  return disks.some((disk) => disk.status === 'fulfilled' && disk.value.bavail * disk.value.bsize < leastFree);
}

/** Why nothing can be written to a folder, as the end of a sentence; null if something can, or it is not there. */
export async function folderFault(folder: string): Promise<string | null> {
  const refusal = await access(folder, constants.W_OK).then(
    () => undefined,
    ({ code }: NodeJS.ErrnoException) => code,
  );
  if (refusal !== undefined && refusal !== 'ENOENT') return `cannot be written to (${refusal})`;
  return (await isDiskFull([folder])) ? 'has no room' : null;
}
