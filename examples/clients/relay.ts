import { Environment, Network, Observable, RecordSource, Store } from 'relay-runtime';
import type { FetchFunction, GraphQLResponse, SubscribeFunction } from 'relay-runtime';
import { openSocket } from './socket.ts';

export function openRelay(url: string, apiKey?: string) {
  const socket = openSocket(url, apiKey);
  const headers = {
    Accept: 'application/graphql-response+json',
    'Content-Type': 'application/json',
    ...(apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` }),
  };
  const fetchFunction: FetchFunction = async ({ text, name }, variables) => {
    const body = JSON.stringify({ query: text, operationName: name, variables });
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    const result = (await response.json()) as GraphQLResponse & { errors?: { extensions?: { code?: string } }[] };
    // Relay takes a field with an error for one that is null. Without a valid key, the app has to sign in.
    const code = result.errors?.[0]?.extensions?.code ?? '';
    if (['INVALID_KEY', 'KEY_EXPIRED', 'UNAUTHENTICATED'].includes(code))
      throw Object.assign(new Error('The key does not sign in.'), { source: result });
    return result;
  };
  const subscribe: SubscribeFunction = ({ text, name }, variables) =>
    Observable.create((sink) =>
      socket.subscribe<Record<string, unknown>>(
        { query: text ?? '', operationName: name, variables },
        {
          next: (result) => sink.next(result as GraphQLResponse),
          error: (error) => sink.error(error as Error),
          complete: () => sink.complete(),
        },
      ),
    );
  const environment = new Environment({
    network: Network.create(fetchFunction, subscribe),
    store: new Store(new RecordSource()),
  });
  return { environment, close: () => socket.dispose() };
}
