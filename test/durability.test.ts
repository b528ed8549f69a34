import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { newFolder, printedValue, startProcess, startReady } from './support/started-process.ts';
import type { StartedProcess } from './support/started-process.ts';

const uploads = 4;
const rounds = 4;

async function kill(started: StartedProcess): Promise<void> {
  started.kill('SIGKILL');
  await started.ended;
}

/** Uploads workouts until the service is gone; tells the paths of those that were answered with 201. */
async function uploadUntilGone(started: StartedProcess, from: number): Promise<string[]> {
  const base = printedValue(started.stdout(), 'REST base');
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
          Authorization: `Bearer ${printedValue(started.stdout(), 'Key')}`,
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

  test('while the database is made: the next start begins anew', async () => {
    started = startProcess(folder);
    while (!existsSync(join(folder, 'database', 'PG_VERSION'))) await sleep(5);
    await kill(started);
    expect(existsSync(join(folder, 'database.unfinished'))).toBe(true);
  });

  test('while the demo data are made: they are there once, whole', async () => {
    started = startProcess(folder);
    while (!existsSync(join(folder, 'secret-key'))) await sleep(5);
    await sleep(300);
    await kill(started);
    expect(started.stdout()).toBe('');
    started = await startReady(folder, { RATE_LIMITS: 'off' });
    expect(existsSync(join(folder, 'database.unfinished'))).toBe(false);
    expect(await workoutCount(started)).toBeGreaterThan(5);
  });

  test('during uploads: what was answered with 201 is there', async () => {
    let expected = await workoutCount(started);
    for (let round = 0; round < rounds; round++) {
      const uploading = uploadUntilGone(started, Date.UTC(2020 + round, 0, 1));
      await sleep(400 + round * 170);
      await kill(started);
      const stored = await uploading;
      expect(stored.length).toBeGreaterThan(0);
      started = await startReady(folder, { RATE_LIMITS: 'off' });
      const headers = { Authorization: `Bearer ${printedValue(started.stdout(), 'Key')}` };
      const { origin } = new URL(printedValue(started.stdout(), 'REST base'));
      for (const location of stored) {
        const response = await fetch(new URL(new URL(location, origin).pathname, origin), { headers });
        expect(response.status).toBe(200);
      }
      const count = await workoutCount(started);
      // One a lane may have been stored without the answer coming through.
      expect(count).toBeGreaterThanOrEqual(expected + stored.length);
      expect(count).toBeLessThanOrEqual(expected + stored.length + uploads);
      expected = count;
    }
  });
});

async function workoutCount(started: StartedProcess): Promise<number> {
  const response = await fetch(printedValue(started.stdout(), 'Playground'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${printedValue(started.stdout(), 'Key')}` },
    body: JSON.stringify({ query: '{ workouts { totalCount } }' }),
  });
  const { data } = (await response.json()) as { data: { workouts: { totalCount: number } } };
  return data.workouts.totalCount;
}
