import { connect } from 'node:net';
import type { Socket } from 'node:net';

/*
 * A load generator that disturbs little: on a machine of two cores it shares them with the server. It writes requests
 * made beforehand to keep-alive sockets and reads of an answer only its status and where it ends; autocannon parses
 * every header in JavaScript.
 */

/** The bytes of the `serial`th request. */
export type Shot = (serial: number) => readonly Buffer[];

/** What a round saw. */
export interface Round {
  requests: number;
  seconds: number;
  /** Milliseconds each request took. */
  latencies: number[];
}

const endOfHead = Buffer.from('\r\n\r\n');
const lastChunk = Buffer.from('\r\n0\r\n\r\n');

/** Sends requests over `connections` sockets for some seconds, one after the other on each. @throws on any refusal */
export async function fire(
  port: number,
  shot: Shot,
  first: number,
  connections: number,
  seconds: number,
): Promise<Round> {
  const sockets = await Promise.all(Array.from({ length: connections }, () => open(port)));
  const latencies: number[] = [];
  let serial = first;
  const start = performance.now();
  const end = start + seconds * 1000;
  await Promise.all(
    sockets.map(async (socket) => {
      const answers = new Answers(socket);
      for (let sent = performance.now(); sent < end;) {
        await answers.to(shot(serial++));
        const now = performance.now();
        latencies.push(now - sent);
        sent = now;
      }
      socket.destroy();
    }),
  );
  return { requests: latencies.length, seconds: (performance.now() - start) / 1000, latencies };
}

function open(port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** The answers that come back on one socket. */
class Answers {
  #head: Buffer | null = null;
  /** Bytes of the body to come; -1: until the last chunk; null: still in the head. */
  #left: number | null = null;
  #tail: Buffer = Buffer.alloc(0);
  #done: () => void = () => {};
  #failed: (error: Error) => void = () => {};

  constructor(readonly socket: Socket) {
    socket.on('data', (bytes) => this.#take(bytes as Buffer));
    socket.on('error', (error) => this.#failed(error));
    socket.on('close', () => this.#failed(new Error('the server closed the connection')));
  }

  /** Sends a request and waits for its whole answer. */
  to(parts: readonly Buffer[]): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#done = resolve;
      this.#failed = reject;
      if (parts.length > 1) this.socket.cork();
      for (const part of parts) this.socket.write(part);
      if (parts.length > 1) this.socket.uncork();
    });
  }

  #take(bytes: Buffer): void {
    let body = bytes;
    if (this.#left === null) {
      const all: Buffer = this.#head ? Buffer.concat([this.#head, bytes]) : bytes;
      const at = all.indexOf(endOfHead);
      if (at < 0) {
        this.#head = all;
        return;
      }
      this.#head = null;
      const head = all.toString('latin1', 0, at + 2);
      const status = head.slice(9, 12);
      if (status !== '200' && status !== '201') {
        this.#failed(new Error(`the server answered ${all.toString().slice(0, 1000)}`));
        return;
      }
      this.#left = Number(/\r\ncontent-length: (\d+)\r/i.exec(head)?.[1] ?? -1);
      body = all.subarray(at + endOfHead.length);
    }
    if (this.#left < 0) {
      this.#tail =
        body.length >= lastChunk.length ? body.subarray(-lastChunk.length) : Buffer.concat([this.#tail, body]);
      if (!this.#tail.subarray(-lastChunk.length).equals(lastChunk)) return;
    } else {
      this.#left -= body.length;
      if (this.#left > 0) return;
    }
    this.#left = null;
    this.#tail = Buffer.alloc(0);
    this.#done();
  }
}
