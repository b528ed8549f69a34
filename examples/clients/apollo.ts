import { ApolloClient, ApolloLink, HttpLink, InMemoryCache } from '@apollo/client';
import { GraphQLWsLink } from '@apollo/client/link/subscriptions';
import { relayStylePagination } from '@apollo/client/utilities';
import { openSocket } from './socket.ts';

export function openApollo(url: string, apiKey?: string) {
  const socket = openSocket(url, apiKey);
  const http = new HttpLink({
    uri: `${url}/graphql`,
    headers: apiKey === undefined ? {} : { Authorization: `Bearer ${apiKey}` },
  });
  const client = new ApolloClient({
    link: ApolloLink.split(({ operationType }) => operationType === 'subscription', new GraphQLWsLink(socket), http),
    cache: new InMemoryCache({
      // Every object with an id is normalised as it is. A list that is read in pages needs the arguments that tell lists apart.
      typePolicies: {
        Query: {
          fields: {
            feed: relayStylePagination(['type', 'userId', 'fallback']),
            conversations: relayStylePagination(['placement', 'withRequests']),
          },
        },
        Conversation: { fields: { messages: relayStylePagination() } },
      },
    }),
  });
  return { client, socket, close: () => socket.dispose() };
}
