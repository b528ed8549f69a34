/**
 * The number of connections of one address is limited, and requests over many of them at the same time leave capacity
 * for others.
 */
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from '@jest/globals';
import { WebSocket } from 'ws';
import { holdBody } from '../support/held-body.ts';
import { testService } from '../support/service.ts';

const bound = { RATE_LIMITS: 'on', CONNECTIONS_PER_ADDRESS: '5' };
const direct = await testService(bound);
const unbound = await testService();
const proxied = await testService({ ...bound, TRUST_PROXY: 'on' });

let open: { destroy(): void }[] = [];
afterEach(async () => {
  for (const one of open) one.destroy();
  open = [];
  await sleep(100);
});

/** A connection; asked for something it tells the status of the answer. */
async function connection(
  url: string,
  from = '127.0.0.1',
): Promise<{ socket: Socket; request(headers?: string): Promise<number> }> {
  const { hostname, port } = new URL(url);
  const socket = connect({ port: Number(port), host: hostname, localAddress: from }).setEncoding('latin1');
  open.push(socket);
  socket.on('error', () => {});
  const answers: string[] = [];
  socket.on('data', (answer: string) => answers.push(answer));
  await once(socket, 'connect');
  return {
    socket,
    async request(headers = '') {
      socket.write(`GET /healthz HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
      while (answers.length === 0 && !socket.destroyed) await sleep(10);
      return Number(/^HTTP\/1\.1 (\d+)/.exec(answers.splice(0).join(''))?.[1] ?? 0);
    },
  };
}

describe('connections of one address', () => {
  test('are limited, and released when they end', async () => {
    const five = await Promise.all(Array.from({ length: 5 }, () => connection(direct.url)));
    for (const one of five) expect(await one.request()).toBe(200);
    const sixth = await connection(direct.url);
    expect(await sixth.request()).toBe(429);
    for (const one of five) expect(await one.request()).toBe(200);
    five[0]?.socket.destroy();
    await sleep(200);
    expect(await (await connection(direct.url)).request()).toBe(200);
  });

  test('that have become WebSockets are counted elsewhere', async () => {
    for (let i = 0; i < 8; i++) {
      const socket = new WebSocket(`${direct.url.replace('http', 'ws')}/graphql`, 'graphql-transport-ws');
      open.push({ destroy: () => socket.terminate() });
      await once(socket, 'open');
    }
    expect(await (await connection(direct.url)).request()).toBe(200);
  });

  test.each<[where: string, addressOf: (n: number) => string, most: number]>([
    ['their address has many', () => '127.0.0.2', 200],
    // Without turns, all 300 are answered before.
    ['their network has many', (n) => `127.9.0.${1 + (n % 30)}`, 250],
  ])('are served in turn when %s, so that others do not wait for all of them', async (_where, addressOf, most) => {
    const many = await Promise.all(Array.from({ length: 300 }, (_, n) => connection(unbound.url, addressOf(n))));
    const other = await connection(unbound.url);
    // Before their first answers, some would still wait to be taken in.
    await Promise.all([...many, other].map((one) => one.request()));
    let answered = 0;
    let before = -1;
    for (const one of many) one.socket.once('data', () => void answered++);
    other.socket.once('data', () => void (before = answered));
    const asked = many.map((one) => one.request());
    expect(await other.request()).toBe(200);
    expect(before).toBeLessThan(most);
    await Promise.all(asked);
  });

  test('of an address with many do not wait for those of another with more', async () => {
    const from = (address: string, count: number) =>
      Promise.all(Array.from({ length: count }, () => connection(unbound.url, address)));
    const [more, many] = [await from('127.0.0.2', 300), await from('127.8.0.2', 60)];
    await Promise.all([...more, ...many].map((one) => one.request()));
    let answered = 0;
    for (const one of more) one.socket.once('data', () => void answered++);
    const asked = more.map((one) => one.request());
    expect(await many.at(-1)?.request()).toBe(200);
    expect(answered).toBeLessThan(250);
    await Promise.all(asked);
  });

  test('are not limited behind a proxy; requests in progress of one client are', async () => {
    const from = (address: string) => ({ 'X-Forwarded-For': address, 'Content-Type': 'application/json' });
    const hold = () =>
      holdBody(proxied.url, {
        path: '/graphql',
        headers: from('192.0.2.1'),
        body: Buffer.from('{"query":"{ __typename }"}'),
      });
    const held = await Promise.all(Array.from({ length: 5 }, hold));
    await sleep(200);
    const request = async (address: string) =>
      (await connection(proxied.url)).request(`X-Forwarded-For: ${address}\r\n`);
    expect([await request('192.0.2.1'), await request('192.0.2.2')]).toEqual([429, 200]);
    expect(await Promise.all(held.map((one) => one.finish()))).toEqual(Array<number>(5).fill(200));
    await sleep(100);
    expect(await request('192.0.2.1')).toBe(200);
  });
});
