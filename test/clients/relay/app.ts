import {
  commitMutation,
  ConnectionHandler,
  createOperationDescriptor,
  fetchQuery,
  getRequest,
  readInlineData,
  requestSubscription,
  ROOT_ID,
} from 'relay-runtime';
import type { GraphQLTaggedNode, MutationConfig, MutationParameters, OperationType } from 'relay-runtime';
import { openRelay } from '../../../examples/clients/relay.ts';
import type { App } from '../app.ts';
import addComment from './__generated__/feedCommentMutation.graphql.ts';
import type { feedCommentMutation } from './__generated__/feedCommentMutation.graphql.ts';
import like from './__generated__/feedLikeMutation.graphql.ts';
import type { feedLikeMutation } from './__generated__/feedLikeMutation.graphql.ts';
import liveCursor from './__generated__/feedLiveCursorQuery.graphql.ts';
import type { feedLiveCursorQuery } from './__generated__/feedLiveCursorQuery.graphql.ts';
import messages from './__generated__/feedMessagesSubscription.graphql.ts';
import type { feedMessagesSubscription } from './__generated__/feedMessagesSubscription.graphql.ts';
import post from './__generated__/feedPost.graphql.ts';
import feed from './__generated__/feedQuery.graphql.ts';
import type { feedQuery } from './__generated__/feedQuery.graphql.ts';
import type { feedPost$data } from './__generated__/feedPost.graphql.ts';
import record from './__generated__/feedRecordMutation.graphql.ts';
import type { feedRecordMutation } from './__generated__/feedRecordMutation.graphql.ts';
import send from './__generated__/feedSendMutation.graphql.ts';
import type { feedSendMutation } from './__generated__/feedSendMutation.graphql.ts';
import signIn from './__generated__/feedSignInMutation.graphql.ts';
import type { feedSignInMutation } from './__generated__/feedSignInMutation.graphql.ts';
import signOut from './__generated__/feedSignOutMutation.graphql.ts';
import type { feedSignOutMutation } from './__generated__/feedSignOutMutation.graphql.ts';

/** The app on Relay, with the artifacts of relay-compiler. */
export function relayApp(url: string): App {
  let { environment, close } = openRelay(url);
  let retained: { dispose(): void }[] = [];
  const list = ConnectionHandler.getConnectionID(ROOT_ID, 'feed_feed');

  const query = async <Query extends OperationType>(document: GraphQLTaggedNode, variables: Query['variables']) => {
    // Kept in the store as long as the app is open.
    retained.push(environment.retain(createOperationDescriptor(getRequest(document), variables)));
    return (await fetchQuery<Query>(environment, document, variables, { fetchPolicy: 'network-only' }).toPromise())!;
  };
  const mutate = <Mutation extends MutationParameters>(
    mutation: GraphQLTaggedNode,
    rest: Omit<MutationConfig<Mutation>, 'mutation'>,
  ) =>
    new Promise<Mutation['response']>((resolve, reject) => {
      commitMutation<Mutation>(environment, {
        mutation,
        ...rest,
        onCompleted: (response, errors) => (errors?.length ? reject(new Error(errors[0]?.message)) : resolve(response)),
        onError: reject,
      });
    });
  /** What the store has of the connection, whatever page it came with. */
  const shown = (): feedPost$data[] => {
    const { data } = environment.lookup(createOperationDescriptor(getRequest(feed), { first: 2 }).fragment);
    const edges = (data as feedQuery['response'] | null)?.feed?.edges ?? [];
    return edges.map(({ node }) => readInlineData(post, node as never) as feedPost$data);
  };
  const texts = () => shown().map(({ body }) => body);
  const first = () => shown()[0] ?? { id: '', viewerLikes: false, commentCount: 0 };

  return {
    async signIn(email, password) {
      const data = await mutate<feedSignInMutation>(signIn, { variables: { input: { email, password } } });
      await close();
      ({ environment, close } = openRelay(url, data.signIn?.apiKey));
    },
    async openFeed() {
      await query<feedQuery>(feed, { first: 2 });
      return texts();
    },
    async readMore() {
      const after = environment.getStore().getSource().get(list)?.['pageInfo'] as { __ref: string } | undefined;
      const endCursor = environment
        .getStore()
        .getSource()
        .get(after?.__ref ?? '')?.['endCursor'] as string;
      await query<feedQuery>(feed, { first: 2, after: endCursor });
      return texts();
    },
    async record(title, postBody) {
      const input = {
        title,
        postBody,
        runDate: '2026-01-04T07:00:00Z',
        durationInSeconds: 1800,
        runType: 'TEMPO',
      } as const;
      await mutate<feedRecordMutation>(record, { variables: { input, connections: [list] } });
      return texts();
    },
    async like() {
      const { id } = first();
      const answered = mutate<feedLikeMutation>(like, {
        variables: { input: { id } },
        optimisticResponse: { likePost: { post: { id, viewerLikes: true } } },
      });
      const states = [first().viewerLikes];
      await answered;
      return [...states, first().viewerLikes];
    },
    async comment(text) {
      await mutate<feedCommentMutation>(addComment, { variables: { input: { postId: first().id, comment: text } } });
      return first().commentCount;
    },
    async send(conversationId, message) {
      await mutate<feedSendMutation>(send, { variables: { input: { conversationId, message } } });
    },
    async listen(receive) {
      const { liveCursor: after } = await query<feedLiveCursorQuery>(liveCursor, {});
      requestSubscription<feedMessagesSubscription>(environment, {
        subscription: messages,
        variables: { after },
        onNext: (data) => receive(data?.messageAdded?.message.message ?? 'nothing'),
        onError: (error) => receive(String(error)),
      });
    },
    async signOut() {
      await mutate<feedSignOutMutation>(signOut, { variables: {} });
      return query<feedQuery>(feed, { first: 2 }).then(
        () => 'nothing',
        (error: { source?: { errors?: { extensions?: { code: string } }[] } }) =>
          String(error.source?.errors?.[0]?.extensions?.code ?? error),
      );
    },
    close: () => {
      for (const one of retained) one.dispose();
      retained = [];
      return close();
    },
  };
}
