/** Several worker processes share one port, and their metrics are read together. */
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { preparedDatabase } from '../support/prepared-database.ts';
import type { PreparedDatabase } from '../support/prepared-database.ts';
import { newFolder, printedValue, startProcess } from '../support/started-process.ts';

const runs = process.env['TEST_DATABASE_URL'] && existsSync(`/proc/${process.pid}/task/${process.pid}/children`);
if (!runs) console.warn('WORKERS is tested on a PostgreSQL server (TEST_DATABASE_URL) under Linux only');

const childrenOf = (pid: number) =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);

async function until(holds: () => boolean): Promise<void> {
  for (const end = Date.now() + 45_000; !holds() && Date.now() < end;) await sleep(50);
  expect(holds()).toBe(true);
}

describe('WORKERS', () => {
  let folder: string;
  let removeFolder: () => Promise<void>;
  let database: PreparedDatabase;

  beforeAll(async () => {
    [folder, removeFolder] = await newFolder();
    if (runs) database = await preparedDatabase();
  });

  afterAll(async () => {
    await database?.remove();
    await removeFolder();
  });

  test('above one is refused with one sentence on the embedded database', async () => {
    const refused = startProcess(folder, { WORKERS: '2' });
    expect(await refused.ended).toBe(1);
    expect(refused.stderr()).toMatch(/^[^\n]*WORKERS[^\n]*DATABASE_URL[^\n]*\n$/);
  });

  const onServer = runs ? test : test.skip;

  onServer('share a port, are replaced when they crash, and stop together', async () => {
    const token = 'metrics token of the tests'.replaceAll(' ', '-');
    const settings = { DATA_DIR: folder, WORKERS: '2', METRICS_TOKEN: token };
    const started = startProcess(folder, { ...database.environment, ...settings });
    await started.prints('REST base');
    expect(started.stdout().match(/is ready/g)).toHaveLength(1);
    const url = new URL(printedValue(started.stdout(), 'REST base')).origin;
    const ready = async () => (await fetch(`${url}/readyz`, { headers: { Connection: 'close' } })).status;

    const before = childrenOf(started.pid);
    expect(before).toHaveLength(2);
    process.kill(Number(before[0]), 'SIGKILL');
    await until(() => !childrenOf(started.pid).includes(before[0] as string));
    expect(await ready()).toBe(200);
    await until(() => childrenOf(started.pid).length === 2);
    for (let i = 0; i < 10; i++) expect(await ready()).toBe(200);

    // Whichever process answers, it tells of all of them, each under its number.
    const headers = { Authorization: `Bearer ${token}`, Connection: 'close' };
    const metrics = async () => (await fetch(`${url}/metrics`, { headers })).text();
    const workersIn = (text: string) => text.match(/^runners_worker_up\{worker="[12]"\} 1$/gm)?.length ?? 0;
    // The one that is replaced reports once it has started.
    for (const end = Date.now() + 45_000; workersIn(await metrics()) < 2 && Date.now() < end;) await sleep(50);
    for (let i = 0; i < 4; i++) {
      const text = await metrics();
      expect(workersIn(text)).toBe(2);
      expect(text.match(/^runners_jobs_waiting\{queue="mail",/gm)).toHaveLength(1);
    }

    const last = childrenOf(started.pid);
    started.kill('SIGTERM');
    expect(await started.ended).toBe(0);
    for (const pid of last) expect(existsSync(`/proc/${pid}`)).toBe(false);
  });

  onServer(
    'are replaced once, also one that ends by itself while the process that is to replace it starts',
    async () => {
      const started = startProcess(folder, { ...database.environment, DATA_DIR: folder, WORKERS: '2' });
      await started.prints('REST base');
      const [old, other] = childrenOf(started.pid) as [string, string];
      started.kill('SIGUSR2');
      await until(() => childrenOf(started.pid).length === 3);
      process.kill(Number(old), 'SIGKILL');
      await until(() => !childrenOf(started.pid).includes(other));
      await until(() => childrenOf(started.pid).length === 2);
      started.kill('SIGTERM');
      expect(await started.ended).toBe(0);
    },
  );

  onServer('are replaced once more when that is asked for while they start, or are being replaced', async () => {
    const started = startProcess(folder, { ...database.environment, DATA_DIR: folder, WORKERS: '2' });
    const replaced = () => started.stdout().match(/no longer being replaced/g)?.length ?? 0;
    await until(() => childrenOf(started.pid).length > 0);
    started.kill('SIGUSR2');
    await started.prints('are being replaced');
    const [old] = childrenOf(started.pid) as [string];
    await until(() => childrenOf(started.pid).length === 3);
    started.kill('SIGUSR2');
    for (const times of [1, 2]) await until(() => replaced() >= times);
    expect(childrenOf(started.pid)).toHaveLength(2);
    expect(childrenOf(started.pid)).not.toContain(old);
    started.kill('SIGTERM');
    expect(await started.ended).toBe(0);
  });

  onServer('end when they cannot start', async () => {
    const url = new URL(database.environment['DATABASE_URL'] as string);
    url.pathname = '/there-is-no-such-database';
    const started = startProcess(folder, {
      ...database.environment,
      DATA_DIR: folder,
      WORKERS: '2',
      DATABASE_URL: url.href,
    });
    expect(await started.ended).toBe(1);
    expect(started.stderr().trim().split('\n')).toHaveLength(1);
  });
});
