/** A killed process loses no write that it has acknowledged. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { freshDatabase } from '../mail/fresh-database.ts';
import type { FreshDatabase } from '../mail/fresh-database.ts';
import { newFolder, printedValue, startProcess, startReady } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';

const uploads = 4;
const rounds = 2;

async function kill(started: StartedProcess): Promise<void> {
  started.kill('SIGKILL');
  await started.ended;
}

/** How a test speaks to the service: the base of REST, and an API key. */
interface Access {
  base: string;
  key: string;
}

/** Uploads workouts until the service is gone; tells the paths of those that were answered with 201. */
async function uploadUntilGone({ base, key }: Access, from: number): Promise<string[]> {
  const stored: string[] = [];
  const send = async (lane: number): Promise<void> => {
    for (let i = 0; ; i++) {
      const start = from + (lane * 10_000 + i) * 1000;
      const points = Array.from({ length: 50 }, (_, n) => ({
        lat: 47 + n / 1000,
        lng: 8,
        time: new Date(start + n * 30_000),
      }));
      const body = {
        title: `Upload ${lane}/${i}`,
        run_date: new Date(start),
        run_type: 'Tempo',
        duration_in_seconds: 1470,
        points,
      };
      const response = await fetch(`${base}/workout/`, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          Authorization: `Bearer ${key}`,
        },
        body: JSON.stringify(body),
      });
      if (response.status !== 201) throw new Error(`status ${response.status}: ${await response.text()}`);
      stored.push(response.headers.get('location') ?? '');
    }
  };
  const ends = await Promise.allSettled(Array.from({ length: uploads }, (_, lane) => send(lane)));
  for (const end of ends) if (end.status === 'rejected') expect(String(end.reason)).toMatch(/fetch failed|terminated/);
  return stored;
}

describe('kill -9', () => {
  let folder: string;
  let remove: () => Promise<void>;
  let started: StartedProcess;

  beforeAll(async () => {
    [folder, remove] = await newFolder();
  });

  afterAll(async () => {
    await kill(started);
    await remove();
  });

  test('while the database is created: the next start begins again', async () => {
    started = startProcess(folder);
    while (!existsSync(join(folder, 'database', 'PG_VERSION'))) await sleep(5);
    await kill(started);
    expect(existsSync(join(folder, 'database.unfinished'))).toBe(true);
  });

  test('while the demo data are created: they are complete, and exist once', async () => {
    started = startProcess(folder);
    while (!existsSync(join(folder, 'secret-key'))) await sleep(5);
    await sleep(300);
    await kill(started);
    expect(started.stdout()).toBe('');
    started = await startReady(folder, { RATE_LIMITS: 'off' });
    expect(existsSync(join(folder, 'database.unfinished'))).toBe(false);
    expect(await workoutCount(demoAccess(started))).toBeGreaterThan(5);
  });

  test('during uploads: what was answered with 201 is there', async () => {
    started = await uploadsAndKills(started, demoAccess, () => startReady(folder, { RATE_LIMITS: 'off' }));
  }, 300_000);
});

const onServer = process.env['TEST_DATABASE_URL'] === undefined ? describe.skip : describe;
onServer('kill -9 on PostgreSQL (TEST_DATABASE_URL)', () => {
  let database: FreshDatabase;
  let started: StartedProcess;

  beforeAll(async () => {
    database = await freshDatabase('lasting');
  });

  afterAll(async () => {
    await kill(started);
    await database.remove();
  });

  async function start(): Promise<StartedProcess> {
    const next = startProcess(database.folder, {
      DATABASE_URL: database.config.databaseUrl ?? '',
      SECRET_KEY: 'a key of this test only',
      RATE_LIMITS: 'off',
    });
    await next.prints('/api/v1\n');
    return next;
  }

  test('during uploads: what was answered with 201 is there', async () => {
    started = await start();
    const key = await register(printedValue(started.stdout(), 'REST base'));
    const access = ({ stdout }: StartedProcess) => ({ base: printedValue(stdout(), 'REST base'), key });
    started = await uploadsAndKills(started, access, start);
  }, 300_000);
});

const demoAccess = ({ stdout }: StartedProcess): Access => ({
  base: printedValue(stdout(), 'REST base'),
  key: printedValue(stdout(), 'Key'),
});

/** Kills the service in the middle of uploads, again and again, and looks for what it had answered; returns the last one. */
async function uploadsAndKills(
  first: StartedProcess,
  accessTo: (started: StartedProcess) => Access,
  start: () => Promise<StartedProcess>,
): Promise<StartedProcess> {
  let started = first;
  let expected = await workoutCount(accessTo(started));
  for (let round = 0; round < rounds; round++) {
    const uploading = uploadUntilGone(accessTo(started), Date.UTC(2020 + round, 0, 1));
    await sleep(400 + round * 170);
    await kill(started);
    const stored = await uploading;
    expect(stored.length).toBeGreaterThan(0);
    started = await start();
    const access = accessTo(started);
    const headers = { Authorization: `Bearer ${access.key}` };
    for (const location of stored) {
      const response = await fetch(new URL(new URL(location).pathname, access.base), { headers });
      expect(response.status).toBe(200);
    }
    const count = await workoutCount(access);
    // One a lane may have been stored without the answer coming through.
    expect(count).toBeGreaterThanOrEqual(expected + stored.length);
    expect(count).toBeLessThanOrEqual(expected + stored.length + uploads);
    expected = count;
  }
  return started;
}

/** Makes an account; resolves with its key. */
async function register(base: string): Promise<string> {
  const response = await fetch(`${base}/account/register/`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ first_name: 'Ann', last_name: 'Hill', email: 'ann@example.com', password: 'long enough' }),
  });
  return ((await response.json()) as { api_key: string }).api_key;
}

async function workoutCount({ base, key }: Access): Promise<number> {
  const response = await fetch(new URL('/graphql', base), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
    body: JSON.stringify({ query: '{ workouts { totalCount } }' }),
  });
  const { data } = (await response.json()) as { data: { workouts: { totalCount: number } } };
  return data.workouts.totalCount;
}
