import { useQuery } from '@apollo/client/react';
import { Conversation } from './conversation.tsx';
import { inbox } from './documents.ts';
import type { ConversationPartsFragment } from './gql/graphql.ts';
import { namesOf, Portrait } from './person.tsx';
import { hrefOf } from './route.ts';
import { Screen } from './screen.tsx';
import { Trouble } from './trouble.tsx';
import { whenShort } from './units.ts';

/**
 * The inbox, and beside it the conversation that was chosen; on a phone, one of the two.
 * @param id the conversation
 */
export function Messages({ id, viewer }: { id: string | undefined; viewer: string }) {
  return (
    <div className={id === undefined ? 'messages' : 'messages chosen'}>
      {id === undefined ? (
        <Screen title="Messages">
          <Inbox viewer={viewer} />
        </Screen>
      ) : (
        <>
          <aside aria-label="Inbox">
            <Inbox viewer={viewer} current={id} />
          </aside>
          <Conversation id={id} viewer={viewer} key={id} />
        </>
      )}
    </div>
  );
}

function Inbox({ viewer, current }: { viewer: string; current?: string }) {
  const { data, error, loading, fetchMore, refetch } = useQuery(inbox);
  const page = data?.conversations;
  if (!page) return error ? <Trouble error={error} onRetry={() => void refetch()} /> : loading && <p>Loading …</p>;
  // A new message moves its conversation to the top.
  const conversations = page.edges
    .map(({ node }) => node)
    .toSorted((one, other) => other.lastMessage.createdDate.localeCompare(one.lastMessage.createdDate));
  return (
    <>
      <ul className="inbox card">
        {conversations.map((conversation) => (
          <li key={conversation.id}>
            <Entry conversation={conversation} viewer={viewer} isCurrent={conversation.id === current} />
          </li>
        ))}
        {conversations.length === 0 && <li>You have no conversations.</li>}
      </ul>
      {page.pageInfo.hasNextPage && (
        <button
          type="button"
          className="plain more"
          onClick={() => void fetchMore({ variables: { after: page.pageInfo.endCursor } })}
        >
          Older conversations
        </button>
      )}
    </>
  );
}

interface EntryProps {
  conversation: ConversationPartsFragment;
  viewer: string;
  isCurrent: boolean;
}

function Entry({ conversation, viewer, isCurrent }: EntryProps) {
  const { lastMessage, unreadMessages, recipients } = conversation;
  const [person] = recipients.filter(({ id }) => id !== viewer);
  return (
    <a href={hrefOf('messages', conversation.id)} aria-current={isCurrent ? 'page' : undefined}>
      {person ? <Portrait person={person} /> : <span className="portrait" />}
      <span className="entry">
        <strong>{namesOf(conversation, viewer)}</strong>
        <span>{lastMessage.isDeleted ? 'This message was deleted.' : lastMessage.message}</span>
      </span>
      <span className="aside">
        <time dateTime={lastMessage.createdDate}>{whenShort(lastMessage.createdDate)}</time>
        {unreadMessages > 0 && (
          <span className="badge">
            {unreadMessages} <span className="unseen">unread</span>
          </span>
        )}
      </span>
    </a>
  );
}
