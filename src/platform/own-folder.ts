import { hash } from 'node:crypto';
import { lstat, mkdtemp, readdir, rm } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Makes a folder for this process in the temporary folder. Those that processes of this machine and user have left behind, because they
 * were killed, are removed; whatever somebody else made stays.
 * @param purpose the beginning of its name
 */
export async function ownFolder(purpose: string, temporary: string = tmpdir()): Promise<string> {
  // Containers may share a temporary folder, and have the same numbers of processes.
  const ours = `${purpose}-${hash('sha256', hostname()).slice(0, 8)}-`;
  for (const name of await readdir(temporary)) {
    const process = name.startsWith(ours) ? /^(\d+)-/.exec(name.slice(ours.length))?.[1] : undefined;
    const path = join(temporary, name);
    if (process !== undefined && (await isLeft(path, Number(process))))
      await rm(path, { recursive: true, force: true });
  }
  return mkdtemp(join(temporary, `${ours}${process.pid}-`));
}

async function isLeft(path: string, pid: number): Promise<boolean> {
  const stats = await lstat(path).catch(() => null);
  if (!stats?.isDirectory() || stats.uid !== process.getuid?.()) return false;
  // A process that ended may have had the number of this one.
  return pid === process.pid ? stats.birthtimeMs < performance.timeOrigin - 1000 : !isAlive(pid);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as { code?: unknown }).code !== 'ESRCH';
  }
}
