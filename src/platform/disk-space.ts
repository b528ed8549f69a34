import { statfs } from 'node:fs/promises';
import { sinceDiskFull } from '../errors.ts';

/** Bytes that a disk has to have free. */
const leastFree = 1024 * 1024;
/** Milliseconds for which a disk counts as full after something did not fit. */
const remembered = 30_000;

/** Whether one of the folders has no room, or something did not fit lately. */
export async function isDiskFull(folders: readonly string[]): Promise<boolean> {
  if (sinceDiskFull() < remembered) return true;
  const disks = await Promise.allSettled(folders.map((folder) => statfs(folder)));
  return disks.some((disk) => disk.status === 'fulfilled' && disk.value.bavail * disk.value.bsize < leastFree);
}
