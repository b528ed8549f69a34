import { spawnSync } from 'node:child_process';

/** The ids of the processes that a process has started and that are running, oldest first. */
export function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--sort=start_time', '--ppid', String(pid)], {
    encoding: 'latin1',
  });
  return stdout.split('\n').map(Number).filter(Boolean);
}
