/** Large GPX documents are read in worker threads. */
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, afterEach, describe, expect, test } from '@jest/globals';

import { parseGpx } from '../../src/domain/tracks/gpx-parse.ts';
import { TooManyPoints } from '@runners/recordings';
import { readWorkoutFile } from '../../src/domain/tracks/workout-file.ts';
import { MalformedBody } from '@runners/wire';
import { closeWorkers, WorkerFailed, WorkerPool, workerPatience } from '../../src/platform/worker-pool.ts';
import { longRun, plain, recording } from '@runners/recordings/samples';

afterAll(closeWorkers);

describe('parseGpx', () => {
  test('a large document has the same result in a worker, and its bytes remain', async () => {
    const bytes = recording('endomondo-two-segments.gpx');
    const copy = Buffer.from(bytes);
    const there = await parseGpx(bytes);
    const here = readWorkoutFile(bytes);
    expect({ ...there, track: plain(there.track) }).toEqual({ ...here, track: plain(here.track) });
    expect(bytes.equals(copy)).toBe(true);
  });

  test.each([
    ['short', 10],
    ['long', 5000],
  ])('a %s document has the privacies and the token of its extensions', async (_what, count) => {
    const extensions =
      '<extensions><privacy> Friends </privacy><social_access_token>a</social_access_token></extensions>';
    const file = longRun(count).toString().replace('<trk>', `<metadata>${extensions}</metadata><trk>`);
    const { privacies, socialAccessToken } = await parseGpx(Buffer.from(file));
    expect({ privacies, socialAccessToken }).toEqual({ privacies: ['friends'], socialAccessToken: 'a' });
    expect(await parseGpx(longRun(count))).toMatchObject({ privacies: [], socialAccessToken: null });
  });

  test('small documents are refused as a rejection', async () => {
    await expect(parseGpx(Buffer.from('<gpx>'))).rejects.toThrow(MalformedBody);
  });

  test('errors of the worker come back as the same classes', async () => {
    const truncated = longRun(5000).subarray(0, -20);
    await expect(parseGpx(truncated)).rejects.toThrow(MalformedBody);
    await expect(parseGpx(truncated)).rejects.toThrow(/^line 5002: /);
    await expect(parseGpx(longRun(5000), 4999)).rejects.toThrow(TooManyPoints);
    await expect(parseGpx(longRun(5000), 4999)).rejects.toThrow('more than 4,999 points');
  });

  test('simultaneous documents get their own results', async () => {
    const counts = Array.from({ length: 12 }, (_, i) => 3000 + i);
    const documents = await Promise.all(counts.map((count) => parseGpx(longRun(count))));
    expect(documents.map((document) => document.track.time.length)).toEqual(counts);
  });

  test('whoever waits for a small answer comes before a document in a worker (Linux)', async () => {
    if (process.platform !== 'linux') return;
    await parseGpx(longRun(3000));
    // The name is in parentheses and may contain spaces; the niceness is the 17th field after it (proc(5)).
    const nicenessOf = (path: string) => Number(readFileSync(path, 'utf8').split(') ')[1]?.split(' ')[16]);
    const niceness = readdirSync('/proc/self/task').map((thread) => nicenessOf(`/proc/self/task/${thread}/stat`));
    const main = nicenessOf('/proc/self/stat');
    expect(Math.max(...niceness)).toBe(Math.min(19, main + 10));
  });

  test('starts again after it was closed', async () => {
    await closeWorkers();
    await closeWorkers();
    expect((await parseGpx(longRun(3000))).track.time).toHaveLength(3000);
  });
});

describe('a pool whose workers fail', () => {
  type Pool = WorkerPool<object, { document: { name: string } }>;
  const pools: Pool[] = [];
  const usual = { ...workerPatience };
  const poolOf = (cpuMs = 10_000, script = new URL('./failing-worker.js', import.meta.url)): Pool => {
    const pool: Pool = new WorkerPool({ size: 1, cpuMs, script });
    pools.push(pool);
    return pool;
  };
  const good = Buffer.from('good');

  afterEach(async () => {
    Object.assign(workerPatience, usual);
    await Promise.all(pools.splice(0).map((pool) => pool.close()));
  });

  test.each([
    ['throws', /failed: Error: broken/],
    ['exits', /failed: .* code: 3/],
    ['runs out of memory', /memory limit/],
  ])('a worker that %s is replaced', async (what, message) => {
    const pool = poolOf(60_000);
    const [first, second, third] = [Buffer.from(what), good, good].map((bytes) => pool.run(bytes, {}));
    await expect(first).rejects.toThrow(WorkerFailed);
    await expect(first).rejects.toThrow(message);
    await expect(second).resolves.toEqual({ document: { name: 'read' } });
    await expect(third).resolves.toEqual({ document: { name: 'read' } });
  });

  test('a document that uses up its processor time is refused, and the worker is replaced', async () => {
    const pool = poolOf(500);
    const [first, second] = [Buffer.from('hangs'), good].map((bytes) => pool.run(bytes, {}));
    await expect(first).rejects.toMatchObject({ code: 'TOO_LARGE' });
    await expect(second).resolves.toEqual({ document: { name: 'read' } });
  });

  test('without processor time it is the machine that is busy, also for whoever waits behind', async () => {
    const busy = { code: 'BUSY', details: { retryAfter: 5 } };
    const pool = poolOf();
    await expect(pool.run(good, {})).resolves.toEqual({ document: { name: 'read' } });
    Object.assign(workerPatience, { result: 500, turn: 100 });
    const [first, second] = [Buffer.from('waits'), good].map((bytes) => pool.run(bytes, {}));
    await expect(second).rejects.toMatchObject(busy);
    await expect(first).rejects.toMatchObject(busy);
    Object.assign(workerPatience, usual);
    await expect(pool.run(good, {})).resolves.toEqual({ document: { name: 'read' } });
  });

  test('a script that does not load', async () => {
    const pool = poolOf(10_000, new URL('./no-such-worker.js', import.meta.url));
    await expect(pool.run(good, {})).rejects.toThrow(/failed: .*no-such-worker/);
    await expect(pool.run(good, {})).rejects.toThrow(WorkerFailed);
  });

  test('closing rejects documents that are read or waiting', async () => {
    const pool = poolOf();
    const waiting = Promise.allSettled([Buffer.from('waits'), good, good].map((bytes) => pool.run(bytes, {})));
    await pool.close();
    expect((await waiting).map((result) => result.status)).toEqual(['rejected', 'rejected', 'rejected']);
    // It starts again when it is needed.
    await expect(pool.run(good, {})).resolves.toEqual({ document: { name: 'read' } });
  });
});
