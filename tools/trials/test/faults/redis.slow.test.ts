/** If Redis is unavailable or hangs, each process counts rate limits for itself. */
import type { ChildProcess } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, describe, expect, test } from '@jest/globals';
import { Redis } from 'ioredis';
import { pino } from 'pino';
import { readConfig } from '../../../../src/platform/config.ts';
import { startService } from '../../../../src/server/server.ts';
import type { Service } from '../../../../src/server/server.ts';
import { startRedis } from '../../../../test/live/chaos.ts';
import { freePort } from '../../../../test/support/free-port.ts';
import { Client } from '../../../../test/support/client.ts';
import { preparedDatabase } from '../../../../test/support/prepared-database.ts';

const cleanUp: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const clean of cleanUp.reverse()) await clean();
});

/** Starts a service that counts in the Redis at this port. */
async function serviceWith(redis: number): Promise<Service> {
  const database = await preparedDatabase();
  const environment = { ...database.environment, RATE_LIMITS: 'on', REDIS_URL: `redis://127.0.0.1:${redis}` };
  const testOverrides = { sweepMs: 3_600_000, ...(database.image ? { image: database.image } : {}) };
  const service = await startService(readConfig(environment), pino({ level: 'silent' }), testOverrides);
  cleanUp.push(async () => {
    await service.stop();
    await database.remove();
  });
  return service;
}

/** Starts a server that accepts connections and sends nothing. */
async function silence(): Promise<number> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => void sockets.add(socket.on('error', () => {})));
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  cleanUp.push(async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** Starts a Redis and waits until it responds. The result is null if Redis is not installed. */
async function ownRedis(port: number): Promise<ChildProcess | null> {
  const child = await startRedis(port);
  if (child)
    cleanUp.push(async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    });
  return child;
}

const question = '{ __typename }';

/** Returns the number of milliseconds for this number of consecutive requests, all of which are answered. */
async function timeOf(service: Service, questions: number): Promise<number> {
  const client = new Client(service.url);
  const began = performance.now();
  for (let i = 0; i < questions; i++) expect((await client.graphql(question)).status).toBe(200);
  return performance.now() - began;
}

const readyz = async ({ url }: Service) => {
  const { status, text } = await new Client(url).sendTo('GET', '/readyz');
  return { status, text };
};
const alone = { status: 200, text: 'ready\nredis does not answer: each process counts alone\n' };

/** Requests `/readyz` until the service is ready, and mentions Redis or not. */
async function becomes(service: Service, text: RegExp): Promise<void> {
  const deadline = Date.now() + 30_000;
  while (!text.test((await readyz(service)).text) && Date.now() < deadline) await sleep(50);
  expect((await readyz(service)).text).toMatch(text);
}

describe('without a responding Redis', () => {
  test.each([
    ['takes connections and says nothing', silence],
    ['is not there', freePort],
  ])('that %s: requests are answered at once and counted', async (_, portOf) => {
    const service = await serviceWith(await portOf());
    expect(await timeOf(service, 40)).toBeLessThan(20_000);
    expect(await readyz(service)).toEqual(alone);
    const client = new Client(service.url);
    const wrong = { email: 'nobody@example.com', password: 'not right' };
    const answers = [];
    for (let i = 0; i < 12; i++) answers.push((await client.post('/account/login/', wrong)).status);
    expect([answers[0], answers[11]]).toEqual([400, 429]);
  });
});

const port = await freePort();
const redis = await ownRedis(port);
if (!redis) process.stderr.write('a Redis that hangs: skipped, redis-server is not installed\n');

(redis ? describe : describe.skip)('a Redis', () => {
  test('that hangs is not used until it responds again', async () => {
    const service = await serviceWith(port);
    await becomes(service, /^ready\n$/);
    const keys = new Redis(port);
    cleanUp.push(async () => keys.disconnect());
    const name = hash('sha256', '127.0.0.1', 'base64url');
    const counted = async () => Number(await keys.get(`points:${name}`)) / 20;
    await timeOf(service, 5);
    expect(await counted()).toBe(5);

    redis?.kill('SIGSTOP');
    const client = new Client(service.url);
    const began = performance.now();
    const many = await Promise.all(Array.from({ length: 50 }, () => client.graphql(question)));
    expect(many.map(({ status }) => status)).toEqual(many.map(() => 200));
    await timeOf(service, 40);
    expect(performance.now() - began).toBeLessThan(20_000);
    expect(await readyz(service)).toEqual(alone);

    redis?.kill('SIGCONT');
    await becomes(service, /^ready\n$/);
    const before = await counted();
    await timeOf(service, 3);
    expect(await counted()).toBe(before + 3);
  });
});
