import { spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Sentence } from '../../../src/process/command.ts';

const program = (name: string) => fileURLToPath(new URL(name, import.meta.url));
/** What the processes of a sandbox take over: nothing that leads to mail, other services or another database. */
const inherited = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => /^(PATH|HOME|TMPDIR|LANG|LC_ALL|TZ|NODE_COMPILE_CACHE)$/.test(name)),
);
/** The longest time in milliseconds in which a service starts. */
const mostStartMs = 180_000;

/** Two services with the same data, whose databases are thrown away. */
export interface Sandbox {
  rest: string;
  twin: string;
  close(): Promise<void>;
}

/**
 * Makes a database from a backup or a bundle, and starts two services on copies of it, so that calls over REST and over GraphQL find
 * the same. Nothing leaves them: they have no mail server, no social network and no store of files.
 * @throws Sentence for what is neither, and for a service that does not start
 */
export async function openSandbox(from: string): Promise<Sandbox> {
  const folder = await mkdtemp(join(tmpdir(), 'runners-prove-'));
  // Whatever ends this process, nothing of the people remains.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  try {
    await makeData(from, join(folder, 'data'));
    return await startOnCopies(join(folder, 'data'), folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

/** Makes a data folder from a backup or a bundle. @throws Sentence for what is neither */
export async function makeData(from: string, dataDir: string): Promise<void> {
  if (!existsSync(from)) throw new Sentence(`There is no ${from}.`);
  if (existsSync(join(from, 'backup.json'))) return run(dataDir, 'restore', from);
  await run(dataDir, 'take-over', 'load', '--report', `${dataDir}-report`, from);
  await run(dataDir, 'take-over', 'open');
}

/**
 * Starts two services on copies of a data folder.
 * @param folder where the copies are made; it is removed with them
 * @param main the program of the services
 * @throws Sentence for a service that does not start
 */
export async function startOnCopies(
  dataDir: string,
  folder: string,
  main = program('../../../src/main.js'),
): Promise<Sandbox> {
  const stops: (() => Promise<void>)[] = [];
  const close = async () => {
    await Promise.all(stops.map((stop) => stop()));
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const copies = [join(folder, 'rest'), join(folder, 'twin')];
    await Promise.all(copies.map((copy) => cp(dataDir, copy, { recursive: true })));
    const [rest = '', twin = ''] = await Promise.all(copies.map((copy) => start(copy, stops, main)));
    return { rest, twin, close };
  } catch (error) {
    await close();
    throw error;
  }
}

const environment = (dataDir: string) => ({ ...inherited, DATA_DIR: dataDir, DEMO: 'off', LOG_LEVEL: 'error' });

/** Runs a command on a data folder. @throws Sentence with what it prints if it fails */
async function run(dataDir: string, ...words: string[]): Promise<void> {
  const child = spawn(process.execPath, [program('../../../src/process/runners.js'), ...words], {
    env: environment(dataDir),
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (printed = (printed + text).slice(-4000)));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Sentence(`The sandbox could not be made: ${printed.trim()}`);
}

/** Starts the service on a data folder. Returns its address. */
async function start(dataDir: string, stops: (() => Promise<void>)[], main: string): Promise<string> {
  const child = spawn(process.execPath, [main], {
    env: { ...environment(dataDir), PORT: '0', RATE_LIMITS: 'off', DRAIN_SECONDS: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const kill = () => void child.kill('SIGKILL');
  process.once('exit', kill);
  void ended.then(() => process.off('exit', kill));
  stops.push(() => {
    child.kill('SIGTERM');
    return ended;
  });
  let printed = '';
  const kept = (text: string) => (printed = (printed + text).slice(-4000));
  child.stderr.setEncoding('utf8').on('data', kept);
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Sentence(`The service of the sandbox did not start: ${printed.trim()}`));
    const timer = setTimeout(fail, mostStartMs);
    void ended.then(() => {
      clearTimeout(timer);
      fail();
    });
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      const [, url] = /Start page\s+(http:\S+)\//.exec(kept(text)) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
}
