import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect } from '@jest/globals';
import { inherited } from './started-process.ts';

const program = fileURLToPath(new URL('../../src/process/runners.js', import.meta.url));

/** A server that does not answer. */
export const nowhere = 'postgres://postgres@127.0.0.1:1/none';

/** The sentence with which a command of `npx runners` fails: it has no stack. */
export async function refusedCommand(words: string, environment: Record<string, string>): Promise<string> {
  const env = { ...inherited, ...environment };
  const { code, stderr } = await new Promise<{ code: unknown; stderr: string }>((resolve) => {
    execFile(process.execPath, [program, ...words.split(' ')], { env }, (error, _stdout, stderr) =>
      resolve({ code: error?.code, stderr }),
    );
  });
  expect([code, stderr]).toEqual([1, expect.not.stringMatching(/^ +at /m)]);
  return stderr;
}
