/** The first start on the embedded database, and those after it, take at most 600 MB: a container of one gigabyte is enough. */
import { readFileSync } from 'node:fs';
import { afterAll, expect, test } from '@jest/globals';
import { newFolder, startReady } from '../support/started-process.ts';

const [folder, remove] = await newFolder();
afterAll(remove);

/** The most memory that a process has had, in megabytes. */
const mostOf = (pid: number) =>
  Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

(process.platform === 'linux' ? test : test.skip).each(['the first', 'the second'])('%s start', async () => {
  const service = await startReady(folder);
  expect(mostOf(service.pid)).toBeLessThan(600);
  service.kill('SIGTERM');
  expect(await service.ended).toBe(0);
});
