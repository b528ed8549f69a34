import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { isMainThread } from 'node:worker_threads';
import express from 'express';
import { forceGc } from '../../../src/platform/force-gc.ts';

/*
 * Runs inside the service whose doors are tried (`--import`): notes every path that is given to Express, the longest turn of the event loop in
 * milliseconds of CPU time of its thread, which is the same on a busy machine, and the largest memory of the process. They
 * are told at a port of its own, which is written into the file that WATCH names.
 */

/** What the service did since it was asked last. */
export interface Watched {
  /** Everything that Express was given: `GET /migrate`. */
  doors: string[];
  turnMs: number;
  /** How much larger the process was at its largest than at the beginning, in bytes; 0 where the system does not say it. */
  grownBytes: number;
}

const doors: string[] = [];
const given = express.application as unknown as Record<string, (...args: unknown[]) => unknown>;
for (const method of ['get', 'post', 'put', 'patch', 'delete', 'head', 'options', 'all', 'use']) {
  const original = given[method]!;
  given[method] = function (this: unknown, ...args: unknown[]) {
    const [path] = args;
    if (typeof path === 'string' && args.length > 1) doors.push(`${method.toUpperCase()} ${path}`);
    if (typeof path === 'function')
      doors.push(`${method.toUpperCase()} * ${doors.filter((one) => one.includes(' * ')).length}`);
    return original.apply(this, args);
  };
}

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
/** The memory of the process in bytes, as the system counts it. */
const memory = (name: 'VmRSS' | 'VmHWM') => {
  try {
    return Number(new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
};

const file = process.env['WATCH'];
if (file && isMainThread) {
  let [last, longest, before] = [cpuMs(), 0, 0];
  setInterval(() => {
    const now = cpuMs();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1).unref();
  const server = createServer((request, response) => {
    const watched: Watched = { doors, turnMs: Math.max(longest, cpuMs() - last), grownBytes: memory('VmHWM') - before };
    if (request.url === '/begin') {
      forceGc({ type: 'major' });
      try {
        // The system forgets how large the process was.
        writeFileSync('/proc/self/clear_refs', '5');
      } catch {
        // There is no such file elsewhere.
      }
    }
    response.end(JSON.stringify(watched), () => {
      before = memory('VmRSS');
      [last, longest] = [cpuMs(), 0];
    });
  });
  server.listen(0, '127.0.0.1', () => writeFileSync(file, String((server.address() as { port: number }).port))).unref();
}
