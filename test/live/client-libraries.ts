import { gql } from '@apollo/client';
import type { ApolloClient } from '@apollo/client';
import { openApollo } from '../../examples/clients/apollo.ts';
import { openSocket } from '../../examples/clients/socket.ts';
import { Arrivals, messageAdded } from '../support/live.ts';

/** What was opened here, to be closed when a test ends. */
const closings: (() => unknown)[] = [];

/** Closes what was opened here. */
export async function closeClients(): Promise<void> {
  await Promise.all(closings.splice(0).map((close) => close()));
}

/** The client of graphql-ws of docs/clients.md, listening for messages after a cursor. */
export function listenWithGraphqlWs(url: string, key: string, liveCursor: string): Arrivals<string> {
  const received = new Arrivals<string>();
  const socket = openSocket(url, key);
  closings.push(() => socket.dispose());
  socket.subscribe<{ messageAdded: { message: { message: string } } }>(
    {
      query: messageAdded,
      variables: { after: liveCursor },
    },
    {
      next: ({ data }) => data && received.add(data.messageAdded.message.message),
      error: (error) => received.add(`error ${String(error)}`),
      complete: () => received.add('complete'),
    },
  );
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

/** The Apollo Client of docs/clients.md. */
export function apolloClient(url: string, key: string): ApolloClient {
  const { client, close } = openApollo(url, key);
  closings.push(close);
  return client;
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
