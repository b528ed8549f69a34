/**
 * The first start on the embedded database, together with the process that makes its files, and those after it, take at most 600 MB: a
 * container of one gigabyte is enough.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { newFolder, startProcess, untilReady } from '../support/started-process.ts';

const [folder, remove] = await newFolder();
afterAll(remove);

const read = (path: string) => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    // The process has ended.
    return '';
  }
};
const withChildren = (pid: string): string[] => [
  pid,
  ...read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean).flatMap(withChildren),
];
/** The memory of a process in megabytes, in which what several processes share is counted once for all of them. */
const memoryOf = (pid: string) => Number(/^Pss:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;

(process.platform === 'linux' ? test : test.skip).each(['the first', 'the second'])('%s start', async (start) => {
  const service = startProcess(folder);
  let [most, processes] = [0, 1];
  for (const ready = untilReady(service).then(() => true); !(await Promise.race([ready, sleep(10)]));) {
    const pids = withChildren(String(service.pid));
    most = Math.max(
      most,
      pids.reduce((sum, pid) => sum + memoryOf(pid), 0),
    );
    processes = Math.max(processes, pids.length);
  }
  expect(processes).toBe(start === 'the first' ? 2 : 1);
  expect(most).toBeGreaterThan(100);
  expect(most).toBeLessThan(600);
  service.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});
