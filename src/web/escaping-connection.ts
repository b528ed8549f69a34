import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { escapedLine } from './request-line.ts';

/** The largest number of bytes of a request line, which is Node's limit for all headers. */
export const longestLine = 16 * 1024;
const lineFeed = 0x0a;

/**
 * A connection whose first request line is escaped (`escapedLine`) before it is parsed. All bytes after it are passed
 * on unchanged. Node's HTTP server parses it like any other connection, so there is no second parser of HTTP that could
 * differ.
 */
export class EscapingConnection extends Duplex {
  readonly socket: Socket;
  /** The bytes of the first line so far, or null once it was passed on. */
  #line: Buffer | null;
  #pushed = 0;
  #released = false;
  readonly #listeners: readonly (readonly [event: string, listener: (value: unknown) => void])[];

  /** @param begun the bytes of the request whose line was refused */
  constructor(socket: Socket, begun: Buffer) {
    super();
    this.socket = socket;
    this.#line = Buffer.alloc(0);
    this.#listeners = [
      ['data', (chunk) => this.#receive(chunk as Buffer)],
      ['end', () => this.#finish()],
      ['timeout', () => void this.emit('timeout')],
      ['error', (error) => void this.destroy(error as Error)],
      ['close', () => void this.destroy()],
    ];
    for (const [event, listener] of this.#listeners) socket.on(event, listener);
    socket.setTimeout(0);
    this.#receive(begun);
    if (socket.readableEnded) this.#finish();
    else socket.resume();
  }

  get remoteAddress(): string | undefined {
    return this.socket.remoteAddress;
  }

  /** The number of bytes that were read from this connection. */
  get bytesRead(): number {
    return this.#pushed - this.readableLength;
  }

  /** The number of bytes that were written to this connection, those that wait in the socket included. */
  get bytesWritten(): number {
    return this.socket.bytesWritten + this.writableLength;
  }

  /** Detaches this reader from the socket, which stays open. Returns the bytes that were not read yet. */
  release(): Buffer {
    for (const [event, listener] of this.#listeners) this.socket.off(event, listener);
    const unread = [];
    for (let chunk: unknown; (chunk = this.read()) !== null;) unread.push(chunk as Buffer);
    this.#released = true;
    this.destroy();
    return Buffer.concat(unread);
  }
  /** Implements the method of sockets, which the HTTP server calls between requests. */
  setTimeout(milliseconds: number): this {
    this.socket.setTimeout(milliseconds);
    return this;
  }

  /** Implements the method of sockets: closes the connection when everything is written. */
  destroySoon(): void {
    this.end();
    if (this.writableFinished) this.destroy();
    else this.once('finish', () => this.destroy());
  }

  #receive(chunk: Buffer): void {
    if (this.#line === null) return this.#pass(chunk);
    const gathered = Buffer.concat([this.#line, chunk]);
    const end = gathered.indexOf(lineFeed) + 1;
    if (end === 0 && gathered.length <= longestLine) {
      this.#line = gathered;
      return;
    }
    this.#line = null;
    const escaped = end === 0 ? null : escapedLine(gathered.subarray(0, end));
    this.#pass(escaped ? Buffer.concat([escaped, gathered.subarray(end)]) : gathered);
  }

  #pass(chunk: Buffer): void {
    this.#pushed += chunk.length;
    if (!this.push(chunk)) this.socket.pause();
  }

  #finish(): void {
    const rest = this.#line;
    this.#line = null;
    if (rest?.length) this.#pass(rest);
    this.push(null);
  }

  override _read(): void {
    this.socket.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.socket.write(chunk, done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.socket.end(done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    if (!this.#released) this.socket.destroy();
    done(error);
  }
}
