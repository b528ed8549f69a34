/**
 * While a takeover is being prepared, sockets and streams refuse mutations and go on with queries and subscriptions, no use of a key is
 * noted, and a refusal is not kept for repetitions. On a server, this holds for each process, also for one that starts meanwhile, and
 * opening it reaches all of them.
 */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { pino } from 'pino';
import { makeAuthenticator } from '../../src/domain/accounts/authenticate.ts';
import { KnownTakeOver } from '../../src/domain/taking-over/known-take-over.ts';
import { beginPreparing, openTakenOver } from '../../src/domain/taking-over/preparing.ts';
import { readConfig } from '../../src/platform/config.ts';
import { startService } from '../../src/server/server.ts';
import { until } from '../mail/patience.ts';
import { as, cast, nobody } from '../support/cast.ts';
import { Client } from '../support/client.ts';
import { liveCursor, liveFormats, messageAdded, stream, TestSocket } from '../support/live.ts';
import { preparedDatabase } from '../support/prepared-database.ts';
import { testService } from '../support/service.ts';

const lines: string[] = [];
const service = await testService({}, {}, lines);
const { ann, bob } = await cast(service);
const readyOf = async (url: string) => (await nobody({ url }).sendTo('GET', '/readyz')).text.trim();
const said = (text: string) => lines.some((line) => line.includes(text));
const write = 'mutation { updatePreferences(input: { distance: MILES }) { preferences { distance } } }';
const keyed = () =>
  as(ann).sendTo('POST', '/api/v1/workout/', {
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': 'sent-twice-0123456789' },
    body: JSON.stringify({
      title: 'Twice',
      run_type: 'Slow',
      run_date: '2020-01-01T08:00:00',
      duration_in_seconds: 60,
    }),
  });

describe('while it is being prepared', () => {
  beforeAll(async () => {
    await service.processContext.keyUses.flush();
    await service.sql('update api_key set last_used_date = null');
    await service.sql('insert into take_over (id) values (1)');
    await service.sql("select pg_notify('key_revoked', 'taken over')");
    await until(async () => (await readyOf(service.url)) === 'preparing', 'the process is told');
  });

  test('the log says since when, and how it ends', () => expect(said('npx runners take-over open')).toBe(true));

  test('a mutation is refused over a socket, which goes on', async () => {
    const socket = await new TestSocket(ann.url).init({ authorization: ann.authorization });
    expect(await socket.operate(write).refused()).toBe('UNAVAILABLE');
    const read = socket.operate('{ me { id } }');
    await read.ended;
    expect(read.results.all).toEqual([expect.objectContaining({ data: { me: expect.anything() } })]);
    socket.raw.close();
  });

  test('a mutation is refused over a stream', async () => {
    const live = await stream(ann.url, { Authorization: ann.authorization }, { query: write });
    expect(await live.refused()).toBe('UNAVAILABLE');
  });

  test.each(Object.keys(liveFormats) as (keyof typeof liveFormats)[])('subscriptions over %s go on', async (format) => {
    const live = await liveFormats[format](bob, messageAdded, { after: await liveCursor(as(bob)) });
    const [{ id } = {}] = await service.sql('insert into conversation default values returning id');
    for (const { id: who } of [ann, bob])
      await service.sql('insert into conversation_member (conversation_id, user_id) values (?, ?)', [id, who]);
    await service.sql(`insert into message (conversation_id, user_id, message) values (?, ?, 'Hi')`, [id, ann.id]);
    expect(await live.first(1)).toHaveLength(1);
    live.stop();
  });

  test('the use of a key is not noted', async () => {
    expect((await as(ann).get('/me/')).status).toBe(200);
    await service.processContext.keyUses.flush();
    expect(await service.sql('select 1 as noted from api_key where last_used_date is not null')).toEqual([]);
  });

  test('a refusal is not kept for a repetition after the opening', async () => {
    expect((await keyed()).status).toBe(503);
    await openTakenOver(service.database);
    await until(async () => (await readyOf(service.url)) === 'ready', 'the process is told');
    expect((await keyed()).status).toBe(201);
    expect(said('the takeover is open')).toBe(true);
  });
});

test('what was never read refuses writes', async () => {
  const failing = { one: () => Promise.reject(new Error('cut')), all: () => Promise.reject(new Error('cut')) };
  const known = new KnownTakeOver(failing, pino({ level: 'silent' }));
  await expect(known.read()).rejects.toThrow('cut');
  expect(known.isPreparing()).toBe(true);
  await expect(new KnownTakeOver(service.database, pino({ level: 'silent' })).read()).resolves.toBeUndefined();
});

test('what is announced while nobody can listen is read as well', async () => {
  const deaf = { ...service.database, listen: () => Promise.reject(new Error('cut')) };
  let reads = 0;
  const known = { read: async () => void reads++, hasKeysOf: () => false };
  const authenticator = await makeAuthenticator(deaf, () => new Date(), known);
  await until(async () => reads > 1, 'it is read again');
  await authenticator.close();
});

const onServer = process.env['TEST_DATABASE_URL'] ? describe : describe.skip;
onServer('of several processes', () => {
  const log = pino({ level: 'silent' });
  const ends: (() => Promise<unknown>)[] = [];
  afterAll(async () => {
    for (const end of ends.reverse()) await end();
  });

  test('each is told, also one that starts meanwhile', async () => {
    const prepared = await preparedDatabase();
    ends.push(() => prepared.remove());
    const start = async () => {
      const one = await startService(readConfig(prepared.environment), log, { sweepMs: 3_600_000 });
      ends.push(() => one.stop());
      return one;
    };
    const first = await start();
    const all = async (word: string) => {
      for (const { url } of services) await until(async () => (await readyOf(url)) === word, `${url} is ${word}`);
    };
    const register = ({ url }: { url: string }, email: string) =>
      new Client(url).post('/account/register/', {
        first_name: 'A',
        last_name: 'B',
        email,
        password: 'a sturdy one 17',
      });
    const services = [first, await start()];
    await beginPreparing(first.database);
    await all('preparing');
    const third = await start();
    services.push(third);
    // It knows before its first answer.
    expect((await register(third, 'third@example.com')).status).toBe(503);
    for (const one of services) expect((await register(one, 'x@example.com')).status).toBe(503);
    await openTakenOver(third.database);
    await all('ready');
    for (const [i, one] of services.entries()) expect((await register(one, `x${i}@example.com`)).status).toBe(200);
    await beginPreparing(first.database);
    await all('ready');
  });
});
