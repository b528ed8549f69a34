import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect } from 'node:net';
import type { Stage } from './stage.ts';

/** How many answers came with which status; 0 stands for a connection that broke or a caller who gave up. */
export type Statuses = Record<string, number>;

/** One request of an attacker. */
export interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
}

/** The address that an attack comes from: each has one of its own on the loopback network. */
export function addressOf(attack: number): string {
  return `127.0.1.${attack + 1}`;
}

/** Sends a request; resolves with the status and the first bytes of the answer. Gives up after a minute. */
export function send(
  { url }: Stage,
  from: string,
  { method = 'POST', path, headers = {}, body }: Sent,
  agent?: Agent,
): Promise<{ status: number; text: string; bytes: number }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve) => {
    const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
    const call = request(
      { agent, hostname, port, localAddress: from, method, path, headers: { ...headers, ...length } },
      (response) => {
        let text = '';
        let bytes = 0;
        response.on('data', (chunk: Buffer) => {
          bytes += chunk.length;
          if (text.length < 100_000) text += chunk.toString();
        });
        const done = () => resolve({ status: response.statusCode ?? 0, text, bytes });
        response.on('end', done);
        response.on('error', done);
      },
    );
    call.setTimeout(60_000, () => call.destroy());
    call.on('error', () => resolve({ status: 0, text: '', bytes: 0 }));
    call.end(body);
  });
}

/** Sends `count` requests, `atOnce` at a time. */
export async function flood(
  stage: Stage,
  from: string,
  count: number,
  atOnce: number,
  make: (serial: number) => Sent,
): Promise<Statuses> {
  const statuses: Statuses = {};
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let next = 0;
  const worker = async () => {
    while (next < count) {
      const { status } = await send(stage, from, make(next++), agent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  agent.destroy();
  return statuses;
}

/** Opens connections that each send all of a body but its last byte, holds them for a while, and hangs up. */
export async function hold(
  { url }: Stage,
  from: string,
  count: number,
  head: string,
  bytes: number,
  seconds: number,
): Promise<Statuses> {
  const { hostname, port } = new URL(url);
  const statuses: Statuses = {};
  const part = Buffer.alloc(64 * 1024, ' ');
  const sockets = await Promise.all(
    Array.from({ length: count }, async () => {
      const socket = connect({ host: hostname, port: Number(port), localAddress: from });
      // Each wait for room to write adds a listener, all of which go with the socket.
      socket.setMaxListeners(0);
      const ended = new AbortController();
      socket.on('error', () => ended.abort());
      socket.on('close', () => ended.abort());
      socket.once('data', (data) => {
        const status = /^HTTP\/1\.1 (\d+)/.exec(data.toString('latin1'))?.[1] ?? '0';
        statuses[status] = (statuses[status] ?? 0) + 1;
        ended.abort();
      });
      await Promise.race([once(socket, 'connect'), once(socket, 'close')]).catch(() => {});
      socket.write(`${head}Host: x\r\nContent-Length: ${bytes}\r\n\r\n`);
      for (let left = bytes - 1; left > 0 && !ended.signal.aborted; left -= part.length) {
        if (socket.write(part.subarray(0, Math.min(left, part.length)))) continue;
        await Promise.race([once(socket, 'drain'), once(socket, 'close'), once(socket, 'error')]).catch(() => {});
      }
      return socket;
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  for (const socket of sockets) socket.destroy();
  return statuses;
}

/** A GraphQL request. */
export function graphql(query: string, key?: string, variables: Record<string, unknown> = {}): Sent {
  return {
    path: '/graphql',
    headers: { 'Content-Type': 'application/json', ...(key ? { Authorization: `Bearer ${key}` } : {}) },
    body: JSON.stringify({ query, variables }),
  };
}

/** A request over REST. */
export function rest(
  method: string,
  path: string,
  key: string,
  body?: string | Buffer,
  type = 'application/json',
): Sent {
  const sent: Sent = {
    method,
    path: `/api/v1${path}`,
    headers: { Authorization: `Bearer ${key}`, 'Content-Type': type },
  };
  return body === undefined ? sent : { ...sent, body };
}
