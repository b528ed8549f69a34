import { useMutation, useQuery } from '@apollo/client/react';
import { useEffect, useRef } from 'react';
import { Compose } from './compose.tsx';
import { conversation, markRead } from './documents.ts';
import type { MessagePartsFragment } from './gql/graphql.ts';
import { namesOf } from './person.tsx';
import { hrefOf } from './route.ts';
import { Screen } from './screen.tsx';
import { Trouble } from './trouble.tsx';
import { when } from './units.ts';

/** The messages of a conversation, oldest first, and the form for a new one. New messages are appended by `live.tsx`. */
export function Conversation({ id, viewer }: { id: string; viewer: string }) {
  const { data, error, loading, fetchMore, refetch } = useQuery(conversation, { variables: { id } });
  const found = data?.conversation;
  const end = useRef<HTMLDivElement>(null);
  const lastId = found?.messages.edges.at(-1)?.node.id;
  useMarkRead(id, lastId, found?.hasUnreadMessages ?? false);
  useEffect(() => {
    void end.current?.scrollIntoView({ block: 'end' });
  }, [lastId]);

  return (
    <Screen title={found ? namesOf(found, viewer) : 'Conversation'}>
      <a className="back" href={hrefOf('messages')}>
        ← All messages
      </a>
      {loading && !found && <p className="wait">Loading …</p>}
      {error && !found && <Trouble error={error} onRetry={() => void refetch()} />}
      {!loading && !error && !found && <p>There is no such conversation.</p>}
      {found?.messages.pageInfo.hasPreviousPage && (
        <button
          type="button"
          className="plain more"
          onClick={() => void fetchMore({ variables: { before: found.messages.pageInfo.startCursor } })}
        >
          Earlier messages
        </button>
      )}
      <div role="log" aria-label="Messages">
        <ol className="talk">
          {found?.messages.edges.map(({ node }) => (
            <Message key={node.id} message={node} isMine={node.user?.id === viewer} />
          ))}
        </ol>
      </div>
      {found && <Compose conversationId={id} />}
      <div ref={end} />
    </Screen>
  );
}

function Message({ message, isMine }: { message: MessagePartsFragment; isMine: boolean }) {
  const { user, userDeletedName, createdDate } = message;
  return (
    <li className={isMine ? 'mine' : undefined}>
      <span className="by">
        {isMine ? 'You' : (user?.firstName ?? userDeletedName)} <time dateTime={createdDate}>{when(createdDate)}</time>
      </span>
      <p>{message.isDeleted ? <em>This message was deleted.</em> : message.message}</p>
    </li>
  );
}

/**
 * Marks a conversation as read while it is on the screen. A message that has arrived in the meantime makes the service refuse
 * it (NEWER_MESSAGES); that message is shown in a moment, and marked then.
 */
function useMarkRead(id: string, lastMessageId: string | undefined, isUnread: boolean): void {
  const [send] = useMutation(markRead);
  useEffect(() => {
    if (!isUnread || lastMessageId === undefined) return;
    const mark = () => {
      if (document.visibilityState === 'visible') void send({ variables: { id, lastMessageId } }).catch(() => null);
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
  }, [id, lastMessageId, isUnread, send]);
}
