import { createClient } from 'graphql-sse';

/** Events of a subscription as a stream over HTTP, for networks that do not pass WebSockets. It resumes as a socket does. */
export function follow<Data extends object>(
  url: string,
  apiKey: string,
  query: string,
  cursor: string,
  sink: { next(data: Data): void; error(error: unknown): void },
): () => void {
  const client = createClient({
    url: `${url}/graphql/stream`,
    headers: { Authorization: `Bearer ${apiKey}` },
    retryAttempts: Infinity,
  });
  let after = cursor;
  const variables = {
    // Read again at each attempt to connect.
    get after() {
      return after;
    },
  };
  return client.subscribe<Data>(
    { query, variables },
    {
      next({ data }) {
        for (const event of Object.values(data ?? {})) after = (event as { cursor?: string }).cursor ?? after;
        if (data) sink.next(data);
      },
      error: (error) => sink.error(error),
      complete: () => {},
    },
  );
}
