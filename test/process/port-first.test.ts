/** The port is taken before the database is opened: what cannot start changes nothing, and what starts says so until it is ready. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, expect, test } from '@jest/globals';

const main = fileURLToPath(new URL('../../../dist/src/main.js', import.meta.url));
const folder = await mkdtemp(join(tmpdir(), 'port-first-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Starts the service in a folder of its own, and gathers what it prints. */
function start(name: string, environment: Record<string, string>) {
  const dataDir = join(folder, name);
  const env = { ...process.env, DATABASE_URL: '', DATA_DIR: dataDir, DEMO: 'off', HOST: '127.0.0.1', ...environment };
  const child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (printed += String(bytes)));
  const ended = once(child, 'exit');
  return { child, ended, dataDir, printed: () => printed };
}

async function takenPort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: String((server.address() as AddressInfo).port) };
}

/** Several processes need a server, which is not asked before the ports are taken. */
const several = {
  WORKERS: '2',
  RATE_LIMITS: 'off',
  DATABASE_URL: 'postgres://127.0.0.1:1/none',
  SECRET_KEY: 'x'.repeat(32),
};

test.each([
  ['PORT', {}],
  ['METRICS_PORT', {}],
  ['PORT', several],
  ['METRICS_PORT', several],
  ['PORT', { ...several, WORKERS: '1', TRUST_PROXY: 'on' }],
])('a start whose %s is in use opens no database: %o', async (variable, further) => {
  const { server, port } = await takenPort();
  const { ended, dataDir, printed } = start(variable, { PORT: '0', [variable]: port, ...further });
  expect(await ended).toEqual([1, null]);
  server.close();
  expect(printed()).toMatch(new RegExp(`^${variable}: ${port} is in use on 127\\.0\\.0\\.1; .+\n$`));
  expect(existsSync(join(dataDir, 'database'))).toBe(false);
});

test('a service that starts answers 503 until it is ready, and says nothing of migrations of a new database', async () => {
  const { server, port } = await takenPort();
  server.close();
  await once(server, 'close');
  const { child, ended, printed } = start('starting', { PORT: port });
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => null);
  let early = await ask('/readyz');
  while (!early && child.exitCode === null) {
    await sleep(20);
    early = await ask('/readyz');
  }
  expect([early?.status, early?.headers.get('retry-after')]).toEqual([503, '5']);
  expect((await ask('/healthz'))?.status).toBe(200);
  while (!printed().includes('Runners is ready.') && child.exitCode === null) await sleep(50);
  expect(printed()).not.toMatch(/migration/);
  expect((await ask('/readyz'))?.status).toBe(200);
  child.kill('SIGTERM');
  await ended;
});

test.each([
  ['off', 503],
  ['on', null],
])('a process that waits for its database answers a caller, and with TRUST_PROXY=%s: %s', async (proxy, status) => {
  const database = await takenPort();
  const { server, port } = await takenPort();
  server.close();
  await once(server, 'close');
  const asked = once(database.server, 'connection');
  const url = `postgres://127.0.0.1:${database.port}/none`;
  const { child, ended } = start(proxy, {
    ...several,
    WORKERS: '1',
    DATABASE_URL: url,
    PORT: port,
    TRUST_PROXY: proxy,
  });
  await asked;
  // nginx asks another process where this one refuses connections, also with a POST.
  expect((await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status ?? null).toBe(status);
  child.kill('SIGKILL');
  await ended;
  database.server.close();
});
