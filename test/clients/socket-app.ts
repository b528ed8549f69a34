import { print } from 'graphql';
import type { TadaDocumentNode } from 'gql.tada';
import { openSocket } from '../../examples/clients/socket.ts';
import type { App } from './app.ts';
import { comment, feed, like, liveCursor, messages, record, send, signIn, signOut } from './operations.ts';

/** The app on graphql-ws alone, with the types of gql.tada: all operations are sent over the socket, and nothing is cached. */
export function socketApp(url: string): App {
  let socket = openSocket(url);
  let shown: { id: string; body: string }[] = [];
  let end: string | null = null;
  const texts = () => shown.map(({ body }) => body);

  async function request<Result, Variables extends Record<string, unknown>>(
    document: TadaDocumentNode<Result, Variables>,
    variables: Variables,
  ): Promise<Result> {
    for await (const { data, errors } of socket.iterate<Result>({ query: print(document), variables })) {
      if (errors) throw new Error(String(errors[0]?.extensions?.['code']));
      return data as Result;
    }
    throw new Error('no answer');
  }

  return {
    async signIn(email, password) {
      const data = await request(signIn, { input: { email, password } });
      await socket.dispose();
      socket = openSocket(url, data.signIn?.apiKey);
    },
    async openFeed() {
      const data = await request(feed, { first: 2 });
      shown = data.feed?.edges.map(({ node }) => node) ?? [];
      end = data.feed?.pageInfo.endCursor ?? null;
      return texts();
    },
    async readMore() {
      const data = await request(feed, { first: 2, after: end });
      shown = [...shown, ...(data.feed?.edges.map(({ node }) => node) ?? [])];
      return texts();
    },
    async record(title, postBody) {
      const input = {
        title,
        postBody,
        runDate: '2026-01-03T07:00:00Z',
        durationInSeconds: 1800,
        runType: 'TEMPO',
      } as const;
      const data = await request(record, { input });
      const post = data.recordWorkout?.workout.post;
      if (post) shown = [post, ...shown];
      return texts();
    },
    async like() {
      const data = await request(like, { input: { id: shown[0]?.id ?? '' } });
      return [data.likePost?.post.viewerLikes === true];
    },
    async comment(text) {
      const data = await request(comment, { input: { postId: shown[0]?.id ?? '', comment: text } });
      return data.addComment?.comment.post.commentCount ?? 0;
    },
    async send(conversationId, message) {
      await request(send, { input: { conversationId, message } });
    },
    async listen(receive) {
      const { liveCursor: after } = await request(liveCursor, {});
      socket.subscribe<{ messageAdded: { message: { message: string } } | null }>(
        { query: print(messages), variables: { after } },
        {
          next: ({ data }) => receive(data?.messageAdded?.message.message ?? 'nothing'),
          error: (error) => receive(String(error)),
          complete: () => {},
        },
      );
    },
    async signOut() {
      try {
        await request(signOut, {});
        // The socket is closed with its key: before the answer arrives, or soon after it. Both mean signed out.
        for (let i = 0; i < 1000; i++) await request(liveCursor, {});
        return 'nothing';
      } catch (error) {
        return String((error as { code?: number }).code ?? error);
      }
    },
    close: () => socket.dispose(),
  };
}
