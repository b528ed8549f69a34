/** The app on Apollo Client 3. */
import { createRequire } from 'node:module';
import { tryApp } from './flow.mjs';

const { ApolloClient, HttpLink, InMemoryCache, gql } = createRequire(import.meta.url)('@apollo/client/core');

await tryApp((url, key) => {
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const client = new ApolloClient({
    link: new HttpLink({ uri: `${url}/graphql`, headers }),
    cache: new InMemoryCache(),
  });
  return {
    async run(name, text, variables) {
      const document = gql(text);
      const { data } = text.startsWith('query')
        ? await client.query({ query: document, variables })
        : await client.mutate({ mutation: document, variables });
      return data[name];
    },
    extensionsOf: ({ graphQLErrors, networkError }) => (graphQLErrors[0] ?? networkError.result.errors[0]).extensions,
  };
});
