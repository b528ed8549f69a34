import { createClient } from 'graphql-ws';
import type { Client } from 'graphql-ws';
import { WebSocket } from 'ws'; // for Node 20; browsers and newer versions of Node have one: leave out webSocketImpl

/** A WebSocket for all operations. Subscriptions resume after the last event that they received, with nothing missed or repeated. */
export function openSocket(url: string, apiKey?: string): Client {
  const client = createClient({
    url: `${url.replace(/^http/, 'ws')}/graphql`,
    connectionParams: apiKey === undefined ? {} : { apiKey },
    webSocketImpl: WebSocket,
    retryAttempts: Infinity,
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
          error: (error) => sink.error(error),
          complete: () => sink.complete(),
        },
      );
    },
  };
}
