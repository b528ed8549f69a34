import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/*
 * Runs inside the service that is attacked (`--import`). Notes once a second the longest stretch for which its main thread
 * was busy with one thing, in milliseconds of CPU time: how long everybody else waited, whatever else the machine does. One
 * line is `<Unix milliseconds> <milliseconds>`, in the file that STRETCHES names.
 */

const file = process.env['STRETCHES'];
const lookMs = 5;

function cpuMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (file && isMainThread) {
  let last = cpuMs();
  let longest = 0;
  setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, lookMs).unref();
  setInterval(() => {
    appendFileSync(file, `${Date.now()} ${Math.round(longest)}\n`);
    longest = 0;
  }, 1000).unref();
}
