/** The app on genql, whose client is generated from the schema that the service serves as text. */
import { createClient, GenqlError } from './generated/index.js';
import { tryApp } from './flow.mjs';

const post = { id: true, body: true, viewerLikes: true, commentCount: true };
/** What is selected of each root field. */
const selections = {
  signIn: { apiKey: true, user: { id: true, firstName: true } },
  feed: { nodes: post, pageInfo: { endCursor: true, hasNextPage: true } },
  recordWorkout: { workout: { id: true, title: true, post } },
  likePost: { post: { id: true, viewerLikes: true } },
  addComment: { comment: { id: true, post: { id: true, commentCount: true } } },
  signOut: { done: true },
};

await tryApp((url, key) => {
  const client = createClient({
    url: `${url}/graphql`,
    headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
  });
  return {
    async run(name, text, variables) {
      const arguments_ = Object.keys(variables).length > 0 ? { __args: variables } : {};
      const data = await client[text.startsWith('query') ? 'query' : 'mutation']({
        [name]: { ...arguments_, ...selections[name] },
      });
      return data[name];
    },
    extensionsOf: (error) => (error instanceof GenqlError ? error.errors[0].extensions : {}),
  };
});
