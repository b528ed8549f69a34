import { Client, fetchExchange, subscriptionExchange } from '@urql/core';
import { cacheExchange } from '@urql/exchange-graphcache';
import type { CacheExchangeOpts } from '@urql/exchange-graphcache';
import { relayPagination } from '@urql/exchange-graphcache/extras';
import { openSocket } from './socket.ts';

/** @param cache what the app's mutations change in lists, and what it shows before they are answered */
export function openUrql(url: string, apiKey?: string, cache: CacheExchangeOpts = {}) {
  const socket = openSocket(url, apiKey);
  const client = new Client({
    url: `${url}/graphql`,
    preferGetMethod: false,
    fetchOptions: apiKey === undefined ? {} : { headers: { Authorization: `Bearer ${apiKey}` } },
    exchanges: [
      cacheExchange({ ...cache, resolvers: { Query: { feed: relayPagination() } } }),
      fetchExchange,
      subscriptionExchange({
        forwardSubscription: ({ query = '', variables = {} }) => ({
          subscribe: (sink) => ({ unsubscribe: socket.subscribe({ query, variables }, sink as never) }),
        }),
      }),
    ],
  });
  return { client, close: () => socket.dispose() };
}
