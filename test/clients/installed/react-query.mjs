/** The app on react-query with graphql-request. */
import { QueryClient } from '@tanstack/react-query';
import { GraphQLClient } from 'graphql-request';
import { tryApp } from './flow.mjs';

await tryApp((url, key) => {
  const client = new GraphQLClient(`${url}/graphql`, {
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
  });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return {
    async run(name, text, variables) {
      const send = () => client.request(text, variables);
      const data = await (text.startsWith('query')
        ? queries.fetchQuery({ queryKey: [name, variables], queryFn: send })
        : queries.getMutationCache().build(queries, { mutationFn: send, retry: false }).execute(variables));
      return data[name];
    },
    extensionsOf: ({ response }) => response.errors[0].extensions,
  };
});
