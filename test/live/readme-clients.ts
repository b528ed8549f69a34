import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { ApolloClient, gql, HttpLink, InMemoryCache } from '@apollo/client';
import type { ApolloLink } from '@apollo/client';
import { createClient } from 'graphql-ws';
import type { Client, ClientOptions } from 'graphql-ws';
import { Arrivals } from '../support/live.ts';

const readme = await readFile(new URL('../../../README.md', import.meta.url), 'utf8');

/** What the README's examples are given; what they import they get from the packages. */
interface Given {
  url: string;
  key: string;
  [name: string]: unknown;
}

/** Connections that the examples have opened, to be closed when a test ends. */
const connections: Client[] = [];

/** Closes what the examples have opened; one that waits for its next attempt ends by itself after it. */
export async function closeReadmeClients(): Promise<void> {
  const closed = Promise.all(connections.splice(0).map((client) => client.dispose()));
  await Promise.race([closed, sleep(5000, null, { ref: false })]);
}

/** Runs the first example after a sentence of the README as it stands there; answers what it calls `result`. */
async function runExample(sentence: string, result: string, given: Given): Promise<unknown> {
  const [, code = ''] = new RegExp(`^${sentence}.*?^\`\`\`ts\n(.*?)^\`\`\``, 'ms').exec(readme) ?? [];
  const names: Record<string, unknown> = { ...given };
  const body: string[] = [];
  for (const line of code.split('\n')) {
    const [, single, several, from] = /^import (?:(\w+)|\{ ([\w, ]+) \}) from '([^']+)';/.exec(line) ?? [];
    if (from === undefined) {
      body.push(line);
      continue;
    }
    const module = (await import(from)) as Record<string, unknown>;
    const wanted = single === undefined ? (several ?? '').split(', ') : [single];
    for (const name of wanted) names[name] = module[single === undefined ? name : 'default'];
  }
  // Only so that it can be closed.
  names['createClient'] = (options: ClientOptions) => {
    const client = createClient(options);
    connections.push(client);
    return client;
  };
  // oxlint-disable-next-line no-implied-eval, no-new-func
  return new Function(...Object.keys(names), `${body.join('\n')}\nreturn ${result};`)(...Object.values(names));
}

/** The socket's address. */
const socketOf = (url: string) => `${url.replace('http', 'ws')}/graphql`;

/** The example of graphql-ws, listening for messages after a cursor. */
export async function listenWithGraphqlWs(url: string, key: string, liveCursor: string): Promise<Arrivals<string>> {
  const received = new Arrivals<string>();
  await runExample('Plain graphql-ws', 'undefined', {
    url: socketOf(url),
    key,
    liveCursor,
    query: 'subscription ($after: String) { messageAdded(after: $after) { cursor message { message } } }',
    show: ({ message }: { message: string }) => received.add(message),
    error: (error: { code?: number; reason?: string; message?: string }) =>
      received.add(`error ${error.code} ${error.reason} ${error.message}`),
    complete: () => received.add('complete'),
  });
  return received;
}

const messages = gql`
  subscription Messages($in: ID, $after: String) {
    messageAdded(conversationId: $in, after: $after) {
      cursor
      message {
        message
      }
    }
  }
`;

/** An Apollo Client with the link of the example. */
export async function apolloClient(url: string, key: string): Promise<ApolloClient> {
  const http = new HttpLink({ uri: `${url}/graphql`, headers: { Authorization: `Bearer ${key}` } });
  const link = await runExample('Apollo Client copies variables', 'link', { url: socketOf(url), key, http });
  return new ApolloClient({ link: link as ApolloLink, cache: new InMemoryCache() });
}

/** Messages that a client hears of, and the codes of errors; `stop` ends the subscription. */
export function listenWithApollo(client: ApolloClient, variables: { in?: string; after?: string }) {
  const received = new Arrivals<string>();
  const subscription = client
    .subscribe<{ messageAdded: { message: { message: string } } }>({ query: messages, variables })
    .subscribe({
      next: ({ data, error }) => {
        if (data) received.add(data.messageAdded.message.message);
        if (error) received.add(`error ${codeOf(error)}`);
      },
      error: (error: unknown) => received.add(`error ${codeOf(error)}`),
      complete: () => received.add('complete'),
    });
  return { received, stop: () => subscription.unsubscribe() };
}

function codeOf(error: unknown): string {
  const { errors } = error as { errors?: { extensions?: { code?: string } }[] };
  return errors?.[0]?.extensions?.code ?? String(error);
}
