import type { WebSocket } from 'ws';
import type { Viewer } from '../../src/domain/process-context.ts';
import { Failure } from '../../src/errors.ts';
import type { Connection, KeyFailure } from './connections.ts';
import type { Sink } from './deliver.ts';
import { closings, liveLimits, refusedKey } from './live-limits.ts';
import type { Closing } from './live-limits.ts';
import { UnpaidMessages } from './unpaid-messages.ts';

/** A WebSocket and its sign-in. The bytes that wait to be read are limited. */
export class LiveSocket implements Connection {
  readonly kind = 'socket';
  /** Operations that have begun on it so far. */
  operations = 0;
  readonly talk = new UnpaidMessages();
  readonly #raw: WebSocket;
  #viewer: Viewer | null = null;
  #answered = true;
  /** The value of the Authorization header. Undefined without a sign-in. */
  authorization: string | undefined;

  constructor(raw: WebSocket) {
    this.#raw = raw;
    raw.on('pong', () => (this.#answered = true));
  }

  get keyId(): number | null {
    return this.#viewer?.keyId ?? null;
  }

  get expiresMs(): number | null {
    return this.#viewer?.expiresMs ?? null;
  }

  get closed(): boolean {
    return this.#raw.readyState !== this.#raw.OPEN;
  }

  /** @param closed is called when the socket is closed */
  signIn(authorization: string, viewer: Viewer, closed: () => void): void {
    this.#raw.once('close', closed);
    this.authorization = authorization;
    this.#viewer = viewer;
    this.talk.introduced();
  }

  send(text: string): void {
    if (this.#raw.bufferedAmount > liveLimits.waitingBytes) this.close(closings.tooSlow);
    else this.#raw.send(text);
  }

  close([code, reason]: Closing): void {
    this.#raw.close(code, reason);
  }

  forbid(code: KeyFailure): void {
    this.close(refusedKey(new Failure(code)));
  }

  goAway(): void {
    this.close(closings.goingAway);
  }

  end(): void {
    this.#raw.terminate();
  }

  beat(): void {
    if (!this.#answered) return this.end();
    this.#answered = false;
    this.#raw.ping();
  }

  /**
   * The destination of the results of the operation with this id. `next` messages are built as text, since the result
   * already is text.
   */
  sinkOf(id: string): Sink {
    const raw = this.#raw;
    const before = `{"id":${JSON.stringify(id)},"type":"next","payload":`;
    return {
      send: (result) => {
        const message = `${before}${result}}`;
        if (raw.bufferedAmount + message.length < liveLimits.restBytes) return void raw.send(message);
        return new Promise((resolve) => raw.send(message, () => resolve()));
      },
      closed: () => this.closed,
      waiting: () => raw.bufferedAmount,
      disconnect: () => this.close(closings.tooSlow),
    };
  }
}
