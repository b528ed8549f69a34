import type { Client, CombinedError } from '@urql/core';
import type { CacheExchangeOpts } from '@urql/exchange-graphcache';
import { openUrql } from '../../../examples/clients/urql.ts';
import type { App } from '../app.ts';
import { comment, feed, like, liveCursor, messages, record, send, signIn, signOut } from '../operations.ts';

const cache: CacheExchangeOpts = {
  updates: {
    Mutation: {
      recordWorkout: (result, _variables, cache) => {
        const { recordWorkout } = result as ReturnType<NonNullable<typeof record.__apiType>>;
        const node = recordWorkout?.workout.post;
        cache.updateQuery({ query: feed, variables: { first: 2 } }, (data) => {
          if (data?.feed && node) data.feed.edges.unshift({ __typename: 'FeedEdge', cursor: '', node } as never);
          return data;
        });
      },
    },
  },
  optimistic: {
    likePost: ({ input }) => ({
      __typename: 'LikePostPayload',
      post: { __typename: 'Post', id: (input as { id: string }).id, viewerLikes: true },
    }),
  },
};

/** The app on urql with its normalised cache. */
export function urqlApp(url: string): App {
  let { client, close } = openUrql(url);
  const variables = { first: 2 };
  /** What the client shows of the feed while the app is open. */
  let shown: { id: string; body: string; viewerLikes: boolean; commentCount: number }[] = [];
  let stop = () => {};
  const first = () => shown[0] ?? { id: '', viewerLikes: false, commentCount: 0 };
  const texts = () => shown.map(({ body }) => body);
  const must = async <Result extends { error?: CombinedError | undefined }>(answer: PromiseLike<Result>) => {
    const result = await answer;
    if (result.error) throw result.error;
    return result;
  };
  const watch = (of: Client) =>
    of.query(feed, variables).subscribe(({ data }) => {
      shown = data?.feed?.edges.map(({ node }) => node) ?? shown;
    }).unsubscribe;

  return {
    async signIn(email, password) {
      const { data } = await must(client.mutation(signIn, { input: { email, password } }).toPromise());
      await close();
      ({ client, close } = openUrql(url, data?.signIn?.apiKey, cache));
    },
    async openFeed() {
      await must(client.query(feed, variables).toPromise());
      stop = watch(client);
      return texts();
    },
    async readMore() {
      const after = client.readQuery(feed, variables)?.data?.feed?.pageInfo.endCursor ?? null;
      await must(client.query(feed, { first: 2, after }).toPromise());
      return texts();
    },
    async record(title, postBody) {
      const input = {
        title,
        postBody,
        runDate: '2026-01-02T07:00:00Z',
        durationInSeconds: 1800,
        runType: 'TEMPO',
      } as const;
      await must(client.mutation(record, { input }).toPromise());
      return texts();
    },
    async like() {
      const answered = client.mutation(like, { input: { id: first().id } }).toPromise();
      // The client tells the app of it as soon as this code gives way, long before an answer can arrive.
      for (let i = 0; i < 10; i++) await Promise.resolve();
      const states = [first().viewerLikes];
      await must(answered);
      return [...states, first().viewerLikes];
    },
    async comment(text) {
      await must(client.mutation(comment, { input: { postId: first().id, comment: text } }).toPromise());
      return first().commentCount;
    },
    async send(conversationId, message) {
      await must(client.mutation(send, { input: { conversationId, message } }).toPromise());
    },
    async listen(receive) {
      const { data } = await must(client.query(liveCursor, {}, { requestPolicy: 'network-only' }).toPromise());
      client.subscription(messages, { after: data?.liveCursor ?? null }).subscribe((result) => {
        receive(result.data?.messageAdded?.message.message ?? String(result.error));
      });
    },
    async signOut() {
      await must(client.mutation(signOut, {}).toPromise());
      const { error } = await client.query(feed, variables, { requestPolicy: 'network-only' }).toPromise();
      return String(error?.graphQLErrors[0]?.extensions['code']);
    },
    close: () => {
      stop();
      return close();
    },
  };
}
