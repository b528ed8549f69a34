import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';

/** What lets the body of a request come that waits for the interim answer 100. */
const waiting = new WeakMap<IncomingMessage, () => void>();

/**
 * Answers requests with `Expect: 100-continue` like all others, and leaves it to whoever reads the body to let it come
 * (decisions P23). Whatever the headers show to be wrong is then answered before a byte of the body is sent.
 */
export function answerExpecting(server: Server, answer: RequestListener): void {
  server.on('checkContinue', (request: IncomingMessage, response: ServerResponse) => {
    const { shouldKeepAlive } = response;
    // Without the interim answer nobody knows whether the body will follow.
    response.shouldKeepAlive = false;
    waiting.set(request, () => {
      if (response.headersSent) return;
      response.shouldKeepAlive = shouldKeepAlive;
      response.writeContinue();
    });
    answer(request, response);
  });
}

/** Lets the body of a request come, if the client waits for that. */
export function letBodyCome(request: IncomingMessage): void {
  waiting.get(request)?.();
  waiting.delete(request);
}
