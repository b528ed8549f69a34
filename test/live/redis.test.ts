/** Processes deliver each other's events with Redis, without it, and after their connections were interrupted. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Client } from 'pg';
import { pino } from 'pino';
import { readConfig } from '../../src/platform/config.ts';
import { startService } from '../../src/server/server.ts';
import type { Service } from '../../src/server/server.ts';
import { say, start } from '../conversations/conversation-calls.ts';
import { as, newPerson } from '../support/cast.ts';
import { liveCursor, messageAdded, TestSocket } from '../support/live.ts';
import { preparedDatabase } from '../support/prepared-database.ts';
import { newFolder, printedValue, startProcess } from '../support/started-process.ts';
import { startRedis } from './chaos.ts';
import { freePort } from '../support/free-port.ts';
import { inShort, listen } from './listening.ts';

const database = await preparedDatabase();
/** Several processes need a server; the embedded database has one process. */
const server = 'DATABASE_URL' in database.environment;
const services: Service[] = [];
let redis: ChildProcess | null = null;

async function another(environment: Record<string, string> = {}): Promise<Service> {
  const config = readConfig({ ...database.environment, DATABASE_POOL: '5', ...environment });
  const service = await startService(config, pino({ level: 'silent' }));
  services.push(service);
  return service;
}

/** A Redis of its own; false where none is installed. */
async function ownRedis(port: number): Promise<boolean> {
  redis = await startRedis(port);
  return redis !== null;
}

async function stopRedis(): Promise<void> {
  const child = redis;
  redis = null;
  if (!child) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

afterAll(async () => {
  for (const service of services) await service.stop();
  await stopRedis();
  await database.remove();
});

const port = await freePort();
const hasRedis = server && (await ownRedis(port));
if (!server) process.stderr.write('live events of several processes: skipped, TEST_DATABASE_URL is not set\n');
else if (!hasRedis) process.stderr.write('live events through Redis: skipped, redis-server is not installed\n');

const severally = server ? describe : describe.skip;
const withRedis = hasRedis ? test : test.skip;

severally('two processes on one database', () => {
  test("deliver each other's events without Redis", async () => {
    const [one, other] = await Promise.all([another(), another()]);
    const [ann, bob] = await Promise.all([newPerson(one, 'Ann', 'Archer'), newPerson(one, 'Bob', 'Baker')]);
    const conversation = await start(ann, [bob]);
    const listener = await listen(other, bob, { kind: 'messages', conversationId: null });
    for (const text of ['1', '2', '3']) await say(ann, conversation, text);
    expect((await listener.receives(3)).map(inShort)).toEqual(['message 1', 'message 2', 'message 3']);
  });

  test('continue when their connections to the database are interrupted', async () => {
    const [one, other] = await Promise.all([another(), another()]);
    const [ann, bob] = await Promise.all([newPerson(one, 'Ivy', 'Irons'), newPerson(one, 'Jim', 'Jones')]);
    const conversation = await start(ann, [bob]);
    const after = await liveCursor(as(bob));
    const socket = await new TestSocket(other.url).init({ authorization: bob.authorization });
    const live = socket.operate(messageAdded, { after });
    await say(ann, conversation, '1');
    await live.first(1);
    const admin = new Client({ connectionString: database.environment['DATABASE_URL'] });
    await admin.connect();
    await admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
    );
    for (const text of ['2', '3'])
      await admin.query('insert into message (conversation_id, user_id, message) values ($1, $2, $3)', [
        conversation,
        ann.id,
        text,
      ]);
    const texts = (await live.first(3)).map(({ message }) => (message as { message: string }).message);
    expect(texts).toEqual(['1', '2', '3']);
    // What tells of revoked keys is connected again, too.
    await admin.query('delete from api_key where user_id = $1', [bob.id]);
    const announcing = setInterval(() => void admin.query(`select pg_notify('key_revoked', 'all:${bob.id}')`), 500);
    expect((await socket.closed).code).toBe(4403);
    clearInterval(announcing);
    await admin.end();
  });

  test('are delivered by the workers of one service as well', async () => {
    const [folder, remove] = await newFolder();
    const environment = { ...database.environment, DATA_DIR: folder, DATABASE_POOL: '4', WORKERS: '2' };
    const service = startProcess(folder, environment);
    const sockets: TestSocket[] = [];
    try {
      await service.prints('REST base');
      const url = new URL(printedValue(service.stdout(), 'REST base')).origin;
      const [ann, bob] = await Promise.all([newPerson({ url }, 'Kit', 'King'), newPerson({ url }, 'Leo', 'Long')]);
      const conversation = await start(ann, [bob]);
      const after = await liveCursor(as(bob));
      // New connections go to the workers in turn.
      for (let i = 0; i < 4; i++) sockets.push(await new TestSocket(url).init({ authorization: bob.authorization }));
      const lives = sockets.map((socket) => socket.operate(messageAdded, { after }));
      for (const text of ['1', '2', '3']) await say(ann, conversation, text);
      for (const live of lives) {
        const texts = (await live.first(3)).map(({ message }) => (message as { message: string }).message);
        expect(texts).toEqual(['1', '2', '3']);
      }
    } finally {
      for (const { raw } of sockets) raw.terminate();
      service.kill('SIGTERM');
      await service.ended;
      await remove();
    }
  });

  withRedis(
    'hear of each other through Redis, without it, and through it again',
    async () => {
      const environment = { REDIS_URL: `redis://127.0.0.1:${port}` };
      const [one, other] = await Promise.all([another(environment), another(environment)]);
      const [ann, bob] = await Promise.all([newPerson(one, 'Eve', 'Early'), newPerson(one, 'Fay', 'Fern')]);
      const conversation = await start(ann, [bob]);
      const listener = await listen(other, bob, { kind: 'messages', conversationId: null });
      const texts: string[] = [];
      const exchange = async (count: number) => {
        for (let n = 0; n < count; n++) {
          texts.push(`message ${texts.length}`);
          await say(ann, conversation, String(texts.length - 1));
        }
        expect((await listener.receives(texts.length)).map(inShort)).toEqual(texts);
      };
      await exchange(20);
      await stopRedis();
      await exchange(20);
      await ownRedis(port);
      await sleep(1000);
      await exchange(20);
    },
    120_000,
  );
});
