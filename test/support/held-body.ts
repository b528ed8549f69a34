import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

/** A request whose body lacks its last byte. */
export interface HeldBody {
  /** What has been answered so far. */
  answer(): string;
  /** Sends the last byte; resolves with the status once there is an answer, 0 when the connection ends without. */
  finish(): Promise<number>;
  hangUp(): void;
}

/** What to send. */
export interface HeldRequest {
  /** POST, when nothing else is said. */
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body: Buffer;
  /** Without a length, in one chunk. */
  chunked?: boolean;
}

/** Sends all of a body but its last byte, or as much as is taken before it is refused. */
export async function holdBody(
  url: string,
  { method = 'POST', path, headers = {}, body, chunked }: HeldRequest,
): Promise<HeldBody> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('latin1');
  let text = '';
  const settled = new Promise<void>((resolve) => {
    socket.on('data', (more: string) => {
      text += more;
      if (/^HTTP\/1\.1 [2-5]/.test(text)) resolve();
    });
    socket.on('error', () => resolve()).on('close', () => resolve());
  });
  await Promise.race([once(socket, 'connect').catch(() => {}), settled]);
  const length = chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${body.length}`;
  const lines = Object.entries({ Host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}`);
  socket.write(`${method} ${path} HTTP/1.1\r\n${[...lines, length].join('\r\n')}\r\n\r\n`);
  if (chunked) socket.write(`${body.length.toString(16)}\r\n`);
  await written(socket, body.subarray(0, -1), settled);
  return {
    answer: () => text,
    async finish() {
      socket.write(body.subarray(-1));
      if (chunked) socket.write('\r\n0\r\n\r\n');
      await settled;
      socket.destroy();
      return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0);
    },
    hangUp: () => void socket.destroy(),
  };
}

async function written(socket: Socket, bytes: Buffer, settled: Promise<void>): Promise<void> {
  const all = new Promise<void>((resolve) => socket.write(bytes, () => resolve()));
  await Promise.race([all, settled]);
}
