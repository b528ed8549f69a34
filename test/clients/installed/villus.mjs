/** The app on villus. */
import { createClient, fetch as send } from 'villus';
import { tryApp } from './flow.mjs';

await tryApp((url, key) => {
  const authorize = ({ opContext }) => {
    if (key !== undefined) opContext.headers['Authorization'] = `Bearer ${key}`;
  };
  const client = createClient({ url: `${url}/graphql`, use: [authorize, send()] });
  return {
    async run(name, query, variables) {
      const way = query.startsWith('query') ? 'executeQuery' : 'executeMutation';
      const { data, error } = await client[way]({ query, variables });
      if (error) throw error;
      return data[name];
    },
    extensionsOf: ({ gqlErrors, response }) => (gqlErrors?.[0] ?? response?.body?.errors?.[0])?.extensions ?? {},
  };
});
