import type { ApolloCache } from '@apollo/client';
import { useApolloClient, useSubscription } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { conversation, feed, inbox } from './documents.ts';
import { failureOf } from './failures.ts';
import type { MessagePartsFragment, PostPartsFragment } from './gql/graphql.ts';
import { conversationChanged, feedPostAdded, messageAdded, postChanged } from './live-documents.ts';

interface Props {
  /** The position of the events that the page has not seen yet. */
  after: string | null;
  viewer: string;
  /** The conversation that is on the screen, which tells of its messages itself. */
  open: string | undefined;
  /** Tells screen readers what has arrived. */
  say: (text: string) => void;
  /** Reads a new position, after which this component goes on. */
  onLost: () => Promise<unknown>;
}

/**
 * Brings the cache up to date with what happens elsewhere, and shows nothing itself. After an interruption, the socket goes on
 * after the last event (`examples/clients/socket.ts`). Only when the service refuses that, because the events are no longer
 * kept or a limit is reached, everything that is shown is read again.
 */
export function Live({ after, viewer, open, say, onLost }: Props) {
  const client = useApolloClient();
  const { cache } = client;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function onError(error: unknown) {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void again(), (failureOf(error).retryAfter ?? 2) * 1000);
  }
  async function again() {
    try {
      await onLost();
      await client.refetchQueries({ include: 'active' });
    } catch (error) {
      onError(error);
    }
  }
  const options = { variables: { after }, ignoreResults: true, onError } as const;

  useSubscription(feedPostAdded, {
    ...options,
    onData({ data: { data } }) {
      if (!data) return;
      const { post } = data.feedPostAdded;
      addPost(cache, post);
      if (post.author.id !== viewer) say(`${post.author.firstName} has posted ${post.workout?.title ?? ''}`);
    },
  });
  // The cache knows posts by their ids, so nothing is left to do when one has changed.
  useSubscription(postChanged, {
    ...options,
    onData({ data: { data } }) {
      if (data && !data.postChanged.post)
        cache.evict({ id: cache.identify({ __typename: 'Post', id: data.postChanged.postId }) });
    },
  });
  useSubscription(messageAdded, {
    ...options,
    onData({ data: { data } }) {
      if (!data) return;
      const { message } = data.messageAdded;
      addMessage(cache, message.conversation.id, message);
      if (message.user?.id !== viewer && message.conversation.id !== open)
        say(`Message from ${message.user?.firstName ?? message.userDeletedName}`);
    },
  });
  useSubscription(conversationChanged, {
    ...options,
    onData({ data: { data } }) {
      const isListed = cache
        .readQuery({ query: inbox })
        ?.conversations?.edges.some(({ node }) => node.id === data?.conversationChanged.conversationId);
      if (data && (!isListed || data.conversationChanged.left)) void client.refetchQueries({ include: [inbox] });
    },
  });
  return null;
}

/** Puts a post at the top of the feed. It is there already when the feed was read after it was posted. */
function addPost(cache: ApolloCache, node: PostPartsFragment): void {
  cache.updateQuery({ query: feed }, (old) =>
    !old?.feed || old.feed.edges.some((edge) => edge.node.id === node.id)
      ? old
      : { ...old, feed: { ...old.feed, edges: [{ __typename: 'FeedEdge', cursor: '', node }, ...old.feed.edges] } },
  );
}

/** Puts a message at the end of its conversation, if that has been read, and is not there already. */
export function addMessage(cache: ApolloCache, id: string, node: MessagePartsFragment): void {
  cache.updateQuery({ query: conversation, variables: { id } }, (old) => {
    const messages = old?.conversation?.messages;
    if (!old?.conversation || !messages || messages.edges.some((edge) => edge.node.id === node.id)) return old;
    const edges = [...messages.edges, { __typename: 'MessageEdge' as const, cursor: '', node }];
    return { ...old, conversation: { ...old.conversation, lastMessage: node, messages: { ...messages, edges } } };
  });
}
