import { request } from '../../../examples/clients/request.ts';
import { follow } from '../../../examples/clients/stream.ts';
import type { App } from '../app.ts';
import { graphql } from './gql/index.ts';
import type { FeedQuery, MessagesSubscription } from './gql/graphql.ts';

const signIn = graphql(`
  mutation SignIn($input: SignInInput!) {
    signIn(input: $input) {
      apiKey
      user {
        id
        firstName
      }
    }
  }
`);
const feed = graphql(`
  query Feed($first: Int, $after: String) {
    feed(first: $first, after: $after) {
      nodes {
        id
        body
        viewerLikes
        createdDate
        workout {
          id
          track
        }
      }
      pageInfo {
        endCursor
      }
    }
  }
`);
const record = graphql(`
  mutation Record($input: RecordWorkoutInput!) {
    recordWorkout(input: $input) {
      workout {
        id
        post {
          id
          body
          viewerLikes
          createdDate
          workout {
            id
            track
          }
        }
      }
    }
  }
`);
const like = graphql(`
  mutation Like($input: LikePostInput!) {
    likePost(input: $input) {
      post {
        id
        viewerLikes
      }
    }
  }
`);
const comment = graphql(`
  mutation Comment($input: AddCommentInput!) {
    addComment(input: $input) {
      comment {
        id
        post {
          id
          commentCount
        }
      }
    }
  }
`);
const send = graphql(`
  mutation Send($input: SendMessageInput!) {
    sendMessage(input: $input) {
      message {
        id
      }
    }
  }
`);
const liveCursor = graphql(`
  query LiveCursor {
    liveCursor
  }
`);
const messages = graphql(`
  subscription Messages($after: String) {
    messageAdded(after: $after) {
      cursor
      message {
        id
        message
      }
    }
  }
`);
const signOut = graphql(`
  mutation SignOut {
    signOut {
      done
    }
  }
`);

/** The app without a client library: types by graphql-codegen, `fetch`, and graphql-sse for what is live. */
export function codegenApp(url: string): App {
  let key: string | undefined;
  let stop = () => {};
  let end: string | null | undefined;
  let shown: NonNullable<FeedQuery['feed']>['nodes'] = [];
  const texts = () => shown.map(({ body }) => body);

  return {
    async signIn(email, password) {
      key = (await request(url, key, signIn, { input: { email, password } })).signIn?.apiKey;
    },
    async openFeed() {
      const page = await request(url, key, feed, { first: 2 });
      shown = page.feed?.nodes ?? [];
      end = page.feed?.pageInfo.endCursor;
      return texts();
    },
    async readMore() {
      const page = await request(url, key, feed, { first: 2, after: end ?? null });
      shown = [...shown, ...(page.feed?.nodes ?? [])];
      return texts();
    },
    async record(title, postBody) {
      const points = [
        { lat: 47.37, lng: 8.54, time: '2026-01-05T07:00:00Z' },
        { lat: 47.38, lng: 8.55, time: '2026-01-05T07:10:00Z' },
      ];
      const { recordWorkout } = await request(url, key, record, {
        input: { title, postBody, runDate: '2026-01-05T07:00:00Z', durationInSeconds: 1800, runType: 'TEMPO', points },
      });
      const post = recordWorkout?.workout.post;
      const latitude: number | undefined = post?.workout?.track?.[0]?.lat;
      if (latitude !== 47.37) throw new Error(`the track begins at latitude ${latitude}`);
      if (post) shown = [post, ...shown];
      return texts();
    },
    async like() {
      const { likePost } = await request(url, key, like, { input: { id: shown[0]?.id ?? '' } });
      return [likePost?.post.viewerLikes === true];
    },
    async comment(text) {
      const { addComment } = await request(url, key, comment, { input: { postId: shown[0]?.id ?? '', comment: text } });
      return addComment?.comment.post.commentCount ?? 0;
    },
    async send(conversationId, message) {
      await request(url, key, send, { input: { conversationId, message } });
    },
    async listen(receive) {
      const { liveCursor: after } = await request(url, key, liveCursor, {});
      stop = follow<MessagesSubscription>(url, key ?? '', messages.toString(), after ?? '', {
        next: ({ messageAdded }) => receive(messageAdded?.message.message ?? 'nothing'),
        error: (error) => receive(String(error)),
      });
    },
    async signOut() {
      await request(url, key, signOut, {});
      return request(url, key, feed, { first: 2 }).then(
        () => 'nothing',
        (error: { code?: string }) => String(error.code),
      );
    },
    close: () => stop(),
  };
}
