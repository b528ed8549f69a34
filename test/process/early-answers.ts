/** Clients that connect while a service starts. */
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection, from the moment on at which the port is open. */
async function connected(port: number): Promise<Socket> {
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

/** The headers of a request to become a WebSocket. */
const upgrade =
  'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Protocol: graphql-transport-ws\r\n';

/**
 * The answers to a request and to a request for a WebSocket that arrive as soon as a service listens, while another client leaves
 * before it is answered. @returns their status lines
 */
export async function earlyAnswers(port: number): Promise<string[]> {
  const [early, request, left] = await Promise.all([connected(port), connected(port), connected(port)]);
  const answers = [statusOf(early, '/graphql', upgrade), statusOf(request, '/healthz', '')];
  left.write(`GET /graphql HTTP/1.1\r\nHost: localhost\r\n${upgrade}\r\n`, () => left.resetAndDestroy());
  const lines = await Promise.all(answers);
  early.destroy();
  request.destroy();
  return lines;
}
