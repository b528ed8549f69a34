import type { ServerResponse } from 'node:http';
import { extensionsOf, Failure } from '../../src/errors.ts';
import type { Viewer } from '../../src/domain/process-context.ts';
import type { Connection, KeyFailure } from './connections.ts';
import type { Sink } from './deliver.ts';
import { liveLimits } from './live-limits.ts';

/** A response of server-sent events. */
export class LiveStream implements Connection {
  readonly kind = 'stream';
  readonly #response: ServerResponse;
  readonly #viewer: Viewer | null;
  readonly #opened = Promise.withResolvers<void>();
  #isOpen = false;
  #unread = 0;

  constructor(response: ServerResponse, viewer: Viewer | null) {
    this.#response = response;
    this.#viewer = viewer;
  }

  get keyId(): number | null {
    return this.#viewer?.keyId ?? null;
  }

  get expiresMs(): number | null {
    return this.#viewer?.expiresMs ?? null;
  }

  /** The head was sent, so that events may follow. */
  open(): void {
    this.#isOpen = true;
    this.#opened.resolve();
  }

  /** The stream may have ended already: its key is checked once for the revocation here, and once for its announcement. */
  forbid(code: KeyFailure): void {
    if (this.#response.writableEnded) return;
    const errors = [{ message: new Failure(code).message, extensions: extensionsOf(code) }];
    const text = JSON.stringify({ errors });
    if (this.#isOpen) this.#response.end(`event: next\ndata: ${text}\n\nevent: complete\ndata:\n\n`);
    else this.#response.writeHead(401, { 'Content-Type': 'application/json; charset=utf-8' }).end(text);
  }

  /** Ends without `complete`, which would mean that no more events follow. */
  goAway(): void {
    if (this.#response.writableEnded) return;
    this.#response.end(': going away, resume with your last cursor\n\n');
  }

  end(): void {
    this.#response.destroy();
  }

  /** graphql-sse sends the comments that keep the stream alive. This checks whether the client reads them. */
  beat(): void {
    const unread = this.#response.writableLength;
    if (unread > 0 && unread >= this.#unread && this.#unread > 0) this.end();
    else this.#unread = unread;
  }

  /** Each event has its cursor as id, so that browsers send it as Last-Event-ID when they reconnect. */
  sink(): Sink {
    const response = this.#response;
    const write = (text: string): Promise<void> | undefined => {
      if (response.writableLength + text.length < liveLimits.restBytes) return void response.write(text);
      return new Promise((resolve) => response.write(text, () => resolve()));
    };
    return {
      send: (result, { cursor }) => {
        const text = `id: ${cursor}\nevent: next\ndata: ${result}\n\n`;
        return this.#isOpen ? write(text) : this.#opened.promise.then(() => write(text));
      },
      closed: () => response.writableEnded || response.destroyed,
      waiting: () => response.writableLength,
      disconnect: () => this.end(),
    };
  }
}
