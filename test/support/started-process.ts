import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileCache } from '@runners/testing';

const main = fileURLToPath(new URL('../../src/main.js', import.meta.url));

/** The service as `npm start` runs it: a process of its own. */
export interface StartedProcess {
  pid: number;
  /** What it has printed so far. */
  stdout(): string;
  stderr(): string;
  /** Resolves with the exit code (null: killed) once it has ended. */
  ended: Promise<number | null>;
  kill(signal: 'SIGTERM' | 'SIGKILL' | 'SIGUSR2'): void;
  /** Resolves when the text is in the output; rejects when the process ends before. */
  prints(text: string): Promise<void>;
}

/** What a process of a test takes over: where programs are, the language, the time zone and a shifted clock (faketime). */
export const inherited = Object.fromEntries([
  ...Object.entries(process.env).filter(([name]) => /^(PATH|LANG|LC_ALL|TZ|LD_PRELOAD|\w*FAKE\w*)$/.test(name)),
  ['NODE_COMPILE_CACHE', compileCache],
]) as Record<string, string>;

/**
 * Starts the service on a data folder, with a free port and no other setting but those given.
 * @param program `main.js` of another version of the service
 */
export function startProcess(
  dataDir: string,
  environment: Record<string, string> = {},
  program: string = main,
): StartedProcess {
  const child = spawn(process.execPath, [program], {
    env: { ...inherited, PORT: '0', DATA_DIR: dataDir, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed.stderr += text));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  return {
    pid: child.pid ?? 0,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    ended,
    kill: (signal) => void child.kill(signal),
    prints: (text) =>
      new Promise((resolve, reject) => {
        const look = () => printed.stdout.includes(text) && resolve();
        child.stdout.on('data', look);
        look();
        void ended.then((code) =>
          reject(new Error(`ended with ${code} instead of printing "${text}": ${printed.stderr}`)),
        );
      }),
  };
}

/** Starts it and waits until it says that it is ready. */
export async function startReady(dataDir: string, environment: Record<string, string> = {}): Promise<StartedProcess> {
  const started = startProcess(dataDir, environment);
  await untilReady(started);
  return started;
}

/** Resolves when it has said that it is ready. */
export async function untilReady(started: StartedProcess): Promise<void> {
  await started.prints('curl ');
  await started.prints('\n\n');
}

/** The value that stands behind a word in what was printed. */
export function printedValue(output: string, word: string): string {
  return new RegExp(`^ *${word} +(\\S+)$`, 'm').exec(output)?.[1] ?? '';
}

/** A new folder for data; the returned function deletes it. */
export async function newFolder(): Promise<[folder: string, remove: () => Promise<void>]> {
  const folder = await mkdtemp(join(tmpdir(), 'runners-test-'));
  return [folder, () => rm(folder, { recursive: true, force: true })];
}
