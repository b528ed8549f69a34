import type { IncomingMessage, RequestListener } from 'node:http';
import type { Duplex } from 'node:stream';

/** What answers a request to become a WebSocket. */
export type UpgradeListener = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;

/** What answers requests, and requests to become a WebSocket, once the service has started. */
export interface Listeners {
  answer: RequestListener;
  upgrade: UpgradeListener;
}

/**
 * Keeps requests that arrive before the service can answer them. A server listens before its routes exist, because URLs contain
 * its port.
 */
export class UntilReady implements Listeners {
  readonly #ready = Promise.withResolvers<Listeners>();
  #listeners: Listeners | undefined;

  readonly answer: RequestListener = (request, response) => {
    if (this.#listeners) this.#listeners.answer(request, response);
    else void this.#ready.promise.then(({ answer }) => answer(request, response));
  };

  readonly upgrade: UpgradeListener = (request, stream, head) => {
    // Node.js listens for errors of a connection only until the request to upgrade it.
    stream.on('error', () => stream.destroy());
    if (this.#listeners) this.#listeners.upgrade(request, stream, head);
    else
      void this.#ready.promise.then(({ upgrade }) => {
        if (!stream.destroyed) upgrade(request, stream, head);
      });
  };

  /** Answers what has been kept, and all later requests. */
  begin(listeners: Listeners): void {
    this.#listeners = listeners;
    this.#ready.resolve(listeners);
  }
}
