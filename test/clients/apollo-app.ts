import { CombinedGraphQLErrors } from '@apollo/client';
import type { ApolloCache } from '@apollo/client';
import { openApollo } from '../../examples/clients/apollo.ts';
import type { App } from './app.ts';
import { comment, feed, like, liveCursor, messages, record, send, signIn, signOut } from './operations.ts';

/** The app on Apollo Client 4. */
export function apolloApp(url: string): App {
  let { client, close } = openApollo(url);
  /** What the screen shows: what the cache has, with what is expected of mutations that are not answered yet. */
  const shown = () => client.readQuery({ query: feed }, true)?.feed?.edges.map(({ node }) => node) ?? [];
  const texts = () => shown().map(({ body }) => body);
  const first = () => shown()[0] ?? { id: '', viewerLikes: false, commentCount: 0 };

  return {
    async signIn(email, password) {
      const { data } = await client.mutate({ mutation: signIn, variables: { input: { email, password } } });
      client.stop();
      await close();
      ({ client, close } = openApollo(url, data?.signIn?.apiKey));
    },
    async openFeed() {
      await client.query({ query: feed, variables: { first: 2 } });
      return texts();
    },
    async readMore() {
      const after = client.readQuery({ query: feed })?.feed?.pageInfo.endCursor ?? null;
      await client.watchQuery({ query: feed, variables: { first: 2 } }).fetchMore({ variables: { after } });
      return texts();
    },
    async record(title, postBody) {
      await client.mutate({
        mutation: record,
        variables: {
          input: { title, postBody, runDate: '2026-01-01T07:00:00Z', durationInSeconds: 1800, runType: 'TEMPO' },
        },
        update: (cache: ApolloCache, { data }) => {
          const node = data?.recordWorkout?.workout.post;
          cache.updateQuery({ query: feed }, (old) =>
            old?.feed && node
              ? { feed: { ...old.feed, edges: [{ __typename: 'FeedEdge', cursor: '', node }, ...old.feed.edges] } }
              : old,
          );
        },
      });
      return texts();
    },
    async like() {
      const { id } = first();
      const answered = client.mutate({
        mutation: like,
        variables: { input: { id } },
        optimisticResponse: {
          likePost: { __typename: 'LikePostPayload', post: { __typename: 'Post', id, viewerLikes: true } },
        } as never,
      });
      const states = [first().viewerLikes];
      await answered;
      return [...states, first().viewerLikes];
    },
    async comment(text) {
      await client.mutate({ mutation: comment, variables: { input: { postId: first().id, comment: text } } });
      return first().commentCount;
    },
    async send(conversationId, message) {
      await client.mutate({ mutation: send, variables: { input: { conversationId, message } } });
    },
    async listen(receive) {
      const { data } = await client.query({ query: liveCursor, fetchPolicy: 'network-only' });
      const after = data?.liveCursor ?? null;
      client.subscribe({ query: messages, variables: { after } }).subscribe({
        next: (result) => receive(result.data?.messageAdded?.message.message ?? String(result.error)),
        error: (error) => receive(String(error)),
      });
    },
    async signOut() {
      await client.mutate({ mutation: signOut });
      return client.query({ query: feed, fetchPolicy: 'network-only' }).then(
        () => 'nothing',
        (error: unknown) =>
          CombinedGraphQLErrors.is(error) ? String(error.errors[0]?.extensions?.['code']) : String(error),
      );
    },
    close: () => {
      client.stop();
      return close();
    },
  };
}
