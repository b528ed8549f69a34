/** A service listens before it can answer: what arrives in between is answered when it has started. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from '@jest/globals';
import { newFolder, startProcess } from '../support/started-process.ts';
import { freePort } from './chaos.ts';

const port = await freePort();

/** A connection, from the moment on at which the port is open. */
async function connected(): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1');
    try {
      await once(socket, 'connect');
      return socket;
    } catch {
      await sleep(5);
    }
  }
}

/** The status line of the answer to a request. */
async function statusOf(socket: Socket, path: string, headers: string): Promise<string> {
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n${headers}\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return String(answer).split('\r\n')[0] ?? '';
}

const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n';

// Its first start makes demo data, between listening and answering.
const [folder, removeFolder] = await newFolder();
const service = startProcess(folder, { PORT: String(port) });
afterAll(async () => {
  service.kill('SIGKILL');
  await service.ended;
  await removeFolder();
});

test('requests and WebSockets that come while the service starts are answered', async () => {
  const [early, request, left] = await Promise.all([connected(), connected(), connected()]);
  const answers = [statusOf(early, '/graphql', upgrade), statusOf(request, '/healthz', '')];
  // A client that leaves while it waits.
  left.write(`GET /graphql HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`, () => left.resetAndDestroy());
  expect(service.stdout()).not.toContain('REST base');
  expect(await Promise.all(answers)).toEqual(['HTTP/1.1 101 Switching Protocols', 'HTTP/1.1 200 OK']);
  early.destroy();
  request.destroy();
}, 120_000);
