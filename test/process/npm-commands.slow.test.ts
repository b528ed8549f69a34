/** The npm commands of README install, start and stop the service. */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { copyFile, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { databaseParts } from '../../src/platform/database/database-parts.ts';
import { lockFolder } from '@runners/postgres';
import { freePort } from '../support/free-port.ts';
import { newFolder } from '../support/started-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const [folder, removeFolder] = await newFolder();
/** Process groups of the commands that were started. */
const groups: number[] = [];

afterAll(async () => {
  for (const group of groups)
    try {
      process.kill(-group, 'SIGKILL');
    } catch {
      // All of it has ended.
    }
  await removeFolder();
});

/** npm as it is installed on the machine, run from a folder: without this run's own settings and without our own Node. */
function npm(words: string[], directory: string, environment: Record<string, string> = {}) {
  const path = (process.env['PATH'] ?? '').split(delimiter).filter((part) => !part.includes('node_modules'));
  const child = spawn('npm', words, {
    cwd: directory,
    detached: true,
    env: { PATH: path.join(delimiter), HOME: folder, npm_config_update_notifier: 'false', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const pid = child.pid ?? 0;
  groups.push(pid);
  let printed = '';
  const ended = new Promise<number | string | null>((resolve) =>
    child.once('exit', (code, signal) => resolve(code ?? signal)),
  );
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve()));
  const prints = (text: string) =>
    new Promise<void>((resolve, reject) => {
      const onOutput = (more: string) => {
        printed += more;
        if (printed.includes(text)) resolve();
      };
      child.stdout.setEncoding('utf8').on('data', onOutput);
      child.stderr.setEncoding('utf8').on('data', onOutput);
      void ended.then((code) => reject(new Error(`ended with ${code} instead of printing "${text}": ${printed}`)));
    });
  return { pid, ended, closed, prints, printed: () => printed };
}

/** A folder of the project's files that npm reads, with nothing installed. */
async function checkout(name: string): Promise<string> {
  const directory = join(folder, name);
  await mkdir(directory);
  for (const file of ['package.json', 'package-lock.json', '.npmrc'])
    await copyFile(join(root, file), join(directory, file));
  for (const name of await readdir(join(root, 'packages'))) {
    await mkdir(join(directory, 'packages', name), { recursive: true });
    const file = join('packages', name, 'package.json');
    if (existsSync(join(root, file))) await copyFile(join(root, file), join(directory, file));
  }
  return directory;
}

test('npm ci shows no warnings', async () => {
  const installing = npm(['ci', '--dry-run', '--offline'], await checkout('fresh'));
  await installing.prints('added ');
  expect(await installing.ended).toBe(0);
  await installing.closed;
  expect(installing.printed()).not.toMatch(/^npm /m);
  expect(await readFile(join(root, 'package-lock.json'), 'utf8')).not.toMatch('"deprecated"');
});

describe('npm start', () => {
  let directory: string;
  let port: number;

  beforeAll(async () => {
    directory = await checkout('started');
    // What is built is here already, and others of these tests run from it.
    const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { scripts: { build: string } };
    manifest.scripts.build = 'true';
    await writeFile(join(directory, 'package.json'), JSON.stringify(manifest));
    for (const name of ['dist', 'node_modules']) await symlink(join(root, name), join(directory, name));
    port = await freePort();
  });

  /** Fails while something listens there. */
  const listenOn = (on: number) =>
    new Promise<void>((resolve, reject) => {
      const server = createServer().once('error', reject);
      server.listen(on, '127.0.0.1', () => server.close(() => resolve()));
    });

  const signals = [
    ['SIGTERM to npm alone', 'SIGTERM', 1, 1],
    ['SIGINT to npm alone', 'SIGINT', 1, 1],
    ['SIGINT to all, twice, as an impatient terminal sends it', 'SIGINT', -1, 2],
  ] as const;

  test.each(signals)('%s ends the service cleanly', async (_what, signal, whom, times) => {
    const data = join(folder, 'data');
    const started = npm(['start'], directory, { PORT: String(port), DATA_DIR: data });
    await started.prints('REST base');
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200);
    for (let i = 0; i < times; i++) {
      process.kill(whom * started.pid, signal);
      await sleep(20);
    }
    expect(await started.ended).toBe(0);
    await listenOn(port);
    lockFolder(data, databaseParts)();
    expect(started.printed()).not.toMatch('"level":');
  });
});
