import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll } from '@jest/globals';
import { inherited } from '../../../test/support/started-process.ts';

const program = fileURLToPath(new URL('../../../src/process/runners.js', import.meta.url));

/** Starts `npx runners take-over` with these words. */
export function startCommand(environment: Readonly<Record<string, string>>, ...words: string[]): ChildProcess {
  return spawn(process.execPath, [program, 'take-over', ...words], {
    env: { ...inherited, ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

/** Kills a process after so many milliseconds. @returns whether it had not ended before */
export async function isKilledAfter(ms: number, child: ChildProcess): Promise<boolean> {
  const exit = once(child, 'exit');
  await Promise.race([exit, sleep(ms)]);
  child.kill('SIGKILL');
  return (await exit)[1] === 'SIGKILL';
}

/** What is called after all tests of a file, the latest first. */
export function endings(...first: (() => Promise<unknown>)[]): (() => Promise<unknown>)[] {
  afterAll(async () => {
    for (const end of first.reverse()) await end();
  });
  return first;
}
