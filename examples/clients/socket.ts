import { createClient } from 'graphql-ws';
import type { Client } from 'graphql-ws';

/**
 * A WebSocket for all operations. Subscriptions resume after the last event that they received, with nothing missed or repeated.
 * Browsers and Node 22 have a WebSocket; for Node 20, pass that of the package ws as `webSocketImpl`.
 */
export function openSocket(url: string, apiKey?: string): Client {
  const client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    connectionParams: apiKey === undefined ? {} : { apiKey },
    connectionAckWaitTimeout: 10_000,
    retryAttempts: Infinity,
    // Twice as long after each attempt, to fifteen seconds at most, and not all clients at the same moment.
    retryWait: (retries) =>
      new Promise((resolve) => setTimeout(resolve, Math.min(2 ** retries, 10) * (500 + Math.random() * 1000))),
    // Also while a service that is restarting does not answer yet; 4403 means that the key is wrong.
    shouldRetry: (event) => (event as { code?: number }).code !== 4403,
  });
  return {
    ...client,
    subscribe(payload, sink) {
      let { after, ...variables } = payload.variables ?? {}; // the cursor of this subscription
      return client.subscribe(
        // `after` is read again at each attempt to connect.
        {
          ...payload,
          variables: {
            ...variables,
            get after() {
              return after;
            },
          },
        },
        {
          next(result) {
            for (const event of Object.values(result.data ?? {}))
              after = (event as { cursor?: string } | null)?.cursor ?? after;
            sink.next(result as never);
          },
          error: (error) => sink.error(asError(error)),
          complete: () => sink.complete(),
        },
      );
    },
  };
}

/** Clients show errors. The reason of a lost connection arrives as an event: KEY_EXPIRED after a sign-out, for example. */
function asError(error: unknown): unknown {
  if (error instanceof Error || Array.isArray(error)) return error;
  const { code, reason } = error as { code?: number; reason?: string };
  return Object.assign(new Error(reason || 'The connection was lost.'), { code });
}
