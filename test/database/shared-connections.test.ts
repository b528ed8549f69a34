/** Reads that begin in the same turn of the event loop share a connection, and none of them feels the others. */
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { statement } from '../../src/platform/database/statement.ts';
import { CallerGone } from '../../src/platform/database/unavailable.ts';
import { globalId } from '../../schema/global-id.ts';
import { startService } from '../../src/server/server.ts';
import type { Service } from '../../src/server/server.ts';
import { as, newPerson } from '../support/cast.ts';
import { preparedDatabase } from '../support/prepared-database.ts';

const database = await preparedDatabase();
// Through a pooler, connections to it would be counted, and their backends would be others each time.
const { DATABASE_DIRECT_URL, DATABASE_REPLICA_URLS: _replicas, ...environment } = database.environment;
const server = DATABASE_DIRECT_URL ?? environment['DATABASE_URL'];
if (!server) process.stderr.write('connections that reads share: skipped, TEST_DATABASE_URL is not set\n');
const onServer = server ? describe : describe.skip;
const onFastDriver = server && environment['DRIVER'] === 'fast' ? describe : describe.skip;

const lines: string[] = [];
const log = pino(
  { level: 'warn' },
  new Writable({ write: (line: Buffer, _, done) => (lines.push(line.toString()), done()) }),
);
let service: Service;
const started: Service[] = [];
/** @param seconds the longest time for a statement */
async function serviceWith(seconds: number): Promise<Service> {
  const limits = { DATABASE_TIMEOUT: String(seconds), SLOW_STATEMENT_MS: '200' };
  const config = readConfig({ ...environment, DATABASE_URL: server, ...limits });
  const one = await startService(config, log, { sweepMs: 3_600_000 });
  started.push(one);
  return one;
}
if (server) service = await serviceWith(300);
afterAll(async () => {
  for (const one of started) await one.stop();
  await database.remove();
});

const connection = statement.read<{ pid: number }>('test_connection', 'select pg_backend_pid() as pid');
const divide = statement.read<{ result: number }>('test_divide', 'select 1 / $1::int as result');
const readWorkouts = statement.read('test_read_workouts', 'select id from workout limit 1');
/** Statements that take some seconds. Each test has its own, because the service remembers how long they usually take. */
const slow = (name: string) =>
  statement.read<{ pid: number }>(
    `test_${name}`,
    'select pg_backend_pid() as pid, pg_sleep($1::float8)::text as slept',
  );
const times = <Result>(count: number, run: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => run(n)));

onFastDriver('reads that begin in the same turn', () => {
  test.each([
    [1, 1],
    [8, 1],
    [9, 2],
    [40, 5],
  ])('%i of them take %i connections', async (reads, connections) => {
    const rows = await times(reads, () => service.database.one(connection, []));
    expect(new Set(rows.map((row) => row?.pid)).size).toBe(connections);
  });

  test('are answered with their own rows', async () => {
    const rows = await times(30, (n) => service.database.one(divide, [n % 2 === 0 ? 1 : -1]));
    expect(rows.map((row) => row?.result)).toEqual(rows.map((_, n) => (n % 2 === 0 ? 1 : -1)));
  });

  test('fail alone', async () => {
    const settled = await Promise.allSettled(
      Array.from({ length: 8 }, (_, n) => service.database.one(divide, [n === 3 ? 0 : 1])),
    );
    expect(settled.map(({ status }) => status)).toEqual(settled.map((_, n) => (n === 3 ? 'rejected' : 'fulfilled')));
    expect(settled[3]).toMatchObject({ reason: { message: 'division by zero' } });
  });

  test('and usually take long get connections of their own', async () => {
    const usual = slow('usually_slow');
    for (let n = 0; n < 3; n++) await service.database.one(usual, [0.1]);
    const rows = await times(5, () => service.database.one(usual, [0.1]));
    expect(new Set(rows.map((row) => row?.pid)).size).toBe(5);
  });

  test('and are quick are not said to be slow when they waited for a slow one', async () => {
    const [first, second] = await Promise.all([
      service.database.one(slow('slow_once'), [0.4]),
      service.database.one(connection, []),
    ]);
    expect(second).toEqual({ pid: first?.pid });
    expect(lines.filter((line) => line.includes('slow statement') && line.includes('test_slow_once'))).toHaveLength(1);
    expect(lines.join()).not.toContain('test_connection');
  });
});

onFastDriver('callers whose reads share a connection', () => {
  const caller = () => ({ gone: false });

  test('get their answers when another one has disconnected', async () => {
    const [ann, bob] = [caller(), caller()];
    const reads = Promise.all([
      service.database.one(slow('left_by_one'), [1.5], { caller: ann }),
      service.database.one(connection, [], { caller: bob }),
    ]);
    await sleep(50);
    ann.gone = true;
    const [first, second] = await reads;
    expect(second).toEqual({ pid: first?.pid });
  });

  test('end the reads when all of them have disconnected', async () => {
    const [ann, bob] = [caller(), caller()];
    await withLock(async (holder) => {
      const reads = Promise.allSettled([
        service.database.one(readWorkouts, [], { caller: ann }),
        service.database.one(connection, [], { caller: bob }),
      ]);
      await waiting(1, holder);
      ann.gone = bob.gone = true;
      await waiting(0, holder);
      expect((await reads).map((one) => 'reason' in one && one.reason instanceof CallerGone)).toEqual([true, true]);
    });
    expect(await service.database.one(divide, [1])).toEqual({ result: 1 });
  });
});

onServer('a document', () => {
  test('has its other fields when one of them waited too long for a lock', async () => {
    const ann = await newPerson(await serviceWith(1), 'Ann', 'Archer');
    const id = globalId('User', ann.id);
    const body = JSON.stringify({
      query: `{ workouts(userId: "${id}", first: 1) { nodes { id } } user(id: "${id}") { firstName } }`,
    });
    await withLock(async () => {
      const answer = await as(ann).sendTo('POST', '/graphql', {
        headers: { 'Content-Type': 'application/json' },
        body,
      });
      expect(answer.json()).toMatchObject({
        data: { workouts: null, user: { firstName: 'Ann' } },
        errors: [{ path: ['workouts'], extensions: { code: 'UNAVAILABLE' } }],
      });
    });
  });
});

/** Works while nothing can be read from the table of workouts. */
async function withLock(work: (holder: Client) => Promise<void>): Promise<void> {
  const holder = new Client({ connectionString: server });
  await holder.connect();
  try {
    await holder.query('begin; lock table workout in access exclusive mode');
    await work(holder);
  } finally {
    await holder.end();
  }
}

/** Returns once so many statements wait for a lock. */
async function waiting(count: number, holder: Client): Promise<void> {
  for (const deadline = Date.now() + 20_000; ; await sleep(50)) {
    const { rows } = await holder.query<{ count: number }>(`select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`);
    if (rows[0]?.count === count) return;
    if (Date.now() > deadline) throw new Error(`${rows[0]?.count} statements wait for a lock instead of ${count}`);
  }
}
