/** Bodies that arrive slowly or stop arriving take a limited share of the service. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { contentTypes } from '../support/client.ts';
import { holdBody } from '../support/held-body.ts';
import type { HeldBody, HeldRequest } from '../support/held-body.ts';
import { megabytesOf } from '../support/process-memory.ts';
import { demoFolder } from '../support/demo-folder.ts';
import { printedValue, startReady } from '../support/started-process.ts';
import type { StartedProcess } from '../support/started-process.ts';

const linux = process.platform === 'linux';
if (!linux) process.stderr.write('skipped: the memory of a process is read from /proc\n');
const onLinux = linux ? describe : describe.skip;

const mebibyte = 1024 * 1024;
/** By how many it may stay larger: caches, compiled programs, pieces of memory between others. */
const left = 200;

let service: StartedProcess;
let remove: () => Promise<void>;
let url: string;
let key: string;
let before: number;
beforeAll(async () => {
  const [folder, removeFolder] = await demoFolder();
  remove = removeFolder;
  // Without rate limits: nothing is refused because of who sends it.
  service = await startReady(folder, { RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  url = new URL(printedValue(service.stdout(), 'Start page')).origin;
  key = `Bearer ${printedValue(service.stdout(), 'Key')}`;
  await sleep(3000);
  before = await megabytesOf(service.pid);
}, 60_000);
afterAll(async () => {
  service.kill('SIGTERM');
  await service.ended;
  await remove();
  expect(service.stderr()).toBe('');
});

/** Holds bodies, a hundred more at a time, and finishes or drops them; how large the process has become meanwhile. */
async function heldAtOnce(requests: HeldRequest[], end: (held: HeldBody) => Promise<unknown>): Promise<number> {
  let most = 0;
  const over = new AbortController();
  const watching = (async () => {
    for (; !over.signal.aborted; await sleep(100)) {
      most = Math.max(most, await megabytesOf(service.pid));
      expect((await fetch(`${url}/healthz`)).status).toBe(200);
    }
  })();
  const held: HeldBody[] = [];
  for (let i = 0; i < requests.length; i += 50)
    held.push(...(await Promise.all(requests.slice(i, i + 50).map((request) => holdBody(url, request)))));
  await sleep(2000);
  await Promise.all(held.map(end));
  over.abort();
  await watching;
  return most;
}

/** Until the process is as small as it was, nearly. */
async function returned(): Promise<number> {
  let size = Infinity;
  for (const last = Date.now() + 300_000; size > before + left && Date.now() < last; await sleep(1000))
    size = await megabytesOf(service.pid);
  return size;
}

const lists = (length: number) => Buffer.from(`{"a":[${'[],'.repeat((length - 10) / 3)}[]]}`);
const json = { 'Content-Type': contentTypes.json };
const times = (count: number, make: (i: number) => HeldRequest) => Array.from({ length: count }, (_, i) => make(i));

const track = (i: number) => {
  const point = (k: number) =>
    `{"lat":${(40 + (k % 1000) / 1e3).toFixed(6)},"lng":8.500000,"note":"${'x'.repeat(70)}"}`;
  const points = Array.from({ length: 240_000 }, (_, k) => point(k)).join();
  const day = new Date(Date.UTC(2001, 0, i + 1)).toISOString();
  return { points, day };
};

onLinux('bodies held at the last byte', () => {
  const { points, day } = track(0);
  const workout = Buffer.from(`{"title":"","run_date":"${day}","run_type":"Race","points":[${points}]}`);
  const recording = Buffer.from(
    JSON.stringify({
      query: 'mutation ($i: RecordWorkoutInput!) { recordWorkout(input: $i) { workout { id } } }',
      variables: { i: { title: '', runType: 'RACE', runDate: day, durationInSeconds: 60, points: 0 } },
    }).replace('"points":0', `"points":[${points}]`),
  );
  const keyed = { ...json, Authorization: '' };
  // `bound` is by how many MB the process may grow: less than half of what is held. The attacks hold three times as much.
  const cases: [what: string, requests: () => HeldRequest[], statuses: number[], bound: number][] = [
    [
      '500 of a mebibyte without a key',
      () =>
        times(500, (i) => ({
          path: i % 3 === 0 ? '/graphql' : '/api/v1/account/login/',
          headers: json,
          body: lists(mebibyte),
          chunked: i % 2 === 0,
        })),
      // All come from one address, which can use up its share of what waits.
      [400, 413, 503],
      200,
    ],
    [
      '30 of 30 mebibytes with a key',
      () =>
        times(30, (i) => ({
          path: i % 2 === 0 ? '/graphql' : '/api/v1/workout/',
          headers: { ...keyed, Authorization: key },
          body: i % 2 === 0 ? recording : workout,
        })),
      [200, 400, 503],
      400,
    ],
  ];

  test.each(cases)(
    '%s are not kept in memory, and leave no files',
    async (_what, requests, statuses, bound) => {
      const answered = new Map<number, number>();
      const most = await heldAtOnce(requests(), async (held) => {
        const status = await held.finish();
        answered.set(status, (answered.get(status) ?? 0) + 1);
      });
      const after = await returned();
      if (process.env['PRINT_MEMORY'])
        process.stdout.write(`before ${before}, most ${most}, after ${after} MB: ${JSON.stringify([...answered])}\n`);
      expect(most).toBeLessThan(before + bound);
      expect(after).toBeLessThan(before + left);
      for (const status of answered.keys()) expect(statuses).toContain(status);
    },
    900_000,
  );
});

test('a body that stops arriving is answered with 408', async () => {
  const requests: Record<string, HeldRequest> = {
    REST: { path: '/api/v1/account/login/', headers: json, body: lists(1000) },
    'REST, large': { path: '/api/v1/account/login/', headers: json, body: lists(200_000) },
    GraphQL: { path: '/graphql', headers: json, body: lists(1000) },
    'GraphQL in chunks': { path: '/graphql', headers: json, body: lists(200_000), chunked: true },
  };
  // All at once: each waits for as long as a body may take.
  const answers = Object.entries(requests).map(async ([what, request]) => {
    const held = await holdBody(url, request);
    for (const end = Date.now() + 60_000; held.answer() === '' && Date.now() < end;) await sleep(200);
    held.hangUp();
    return [what, held.answer().split(' ', 2).join(' ')];
  });
  expect(Object.fromEntries(await Promise.all(answers))).toEqual(
    Object.fromEntries(Object.keys(requests).map((what) => [what, 'HTTP/1.1 408'])),
  );
}, 90_000);
