import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import { recordOf } from '../request/record.ts';

/** What answers a request to become a WebSocket. */
export type UpgradeListener = (request: IncomingMessage, stream: Duplex, head: Buffer) => void;

/** What answers requests, and requests to become a WebSocket, once the service has started. */
export interface Listeners {
  answer: RequestListener;
  upgrade: UpgradeListener;
}

/** Seconds after which a request may be sent again that came while the service starts. */
const retryAfter = 5;

/**
 * Answers requests that arrive before the service can. A server listens before anything is migrated, so that a port which is in use is
 * noticed before: until the service has started, it answers 503. A process that others run beside listens at the end of its start, and
 * keeps the few requests that arrive before its routes exist.
 */
export class UntilReady implements Listeners {
  readonly #ready = Promise.withResolvers<Listeners>();
  #listeners: Listeners | undefined;
  readonly #refuses: boolean;

  /** @param refuses whether requests are refused, and not kept */
  constructor(refuses: boolean) {
    this.#refuses = refuses;
  }

  readonly answer: RequestListener = (request, response) => {
    if (this.#listeners) this.#listeners.answer(request, response);
    else if (this.#refuses) refuse(request, response);
    else void this.#ready.promise.then(({ answer }) => answer(request, response));
  };

  readonly upgrade: UpgradeListener = (request, stream, head) => {
    // Node.js listens for errors of a connection only until the request to upgrade it.
    stream.on('error', () => stream.destroy());
    if (this.#listeners) this.#listeners.upgrade(request, stream, head);
    else if (this.#refuses)
      stream.end(`HTTP/1.1 503 Service Unavailable\r\nRetry-After: ${retryAfter}\r\nConnection: close\r\n\r\n`);
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

/** The process runs, which is all that `/healthz` says; everything else has to wait. */
function refuse(request: IncomingMessage, response: ServerResponse): void {
  const plain = { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-store' };
  if (request.url === '/healthz') {
    recordOf(request).row = '/healthz';
    response.writeHead(200, plain).end('ok\n');
  } else
    response
      .writeHead(503, { ...plain, 'Retry-After': retryAfter, Connection: 'close' })
      .end('The service is starting; try again soon.\n');
}
