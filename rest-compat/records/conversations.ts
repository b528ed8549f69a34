import { graphql } from '../graphql.ts';
import { boolean, embedded, is, made, self, text, texts, timestamp, uriOf } from './column.ts';
import { user } from './people.ts';
import { record } from './record.ts';

/** The text that a message has over REST after its sender has deleted it. Clients may rely on a text. */
const deletedText = 'This message was deleted.';

/** A message (interface, Message). */
export const message = record(
  { on: 'Message', about: 'A message of a conversation.' },
  {
    ...self('message'),
    conversation: uriOf('conversation'),
    created_date: timestamp('createdDate'),
    message: made(
      graphql(`
        fragment messageText on Message {
          message
          isDeleted
        }
      `),
      { type: 'text', about: `“${deletedText}” when its sender has deleted it.` },
      ({ message, isDeleted }) => (isDeleted ? deletedText : message),
    ),
    user: uriOf('user', { nullable: true, about: 'Null once the sender has deleted the account.' }),
    user_deleted_name: text('userDeletedName', { about: 'The name of such a sender; otherwise empty.' }),
  },
);

const people = graphql(
  `
    fragment conversationPeople on Conversation {
      newestMessage {
        ...messageFields
        user {
          ...userFields
        }
      }
      recipients {
        ...userFields
      }
      startedBy {
        ...userFields
      }
    }
  `,
  [message.fragment, user.fragment],
);

/** A conversation as the current user sees it (interface, Conversation). */
export const conversation = record(
  { on: 'Conversation', about: 'A conversation, as the current user sees it.', first: 'createdDate' },
  {
    ...self('conversation'),
    archived: is('placement', 'ConversationPlacement', 'ARCHIVED'),
    hidden: is('placement', 'ConversationPlacement', 'HIDDEN'),
    has_unread_messages: boolean('hasUnreadMessages'),
    last_message: made(
      people,
      { type: { record: 'Message' }, nullable: true, about: 'Null while nobody has written.' },
      ({ newestMessage }) => newestMessage && message.write(newestMessage),
      { record: message, from: ['newestMessage'] },
    ),
    created_date: timestamp('createdDate'),
    recipients: made(
      people,
      { type: { list: { record: 'User' } }, about: 'All participants, including the current user.' },
      ({ recipients, startedBy, newestMessage }) => {
        const found = new Map(recipients.map((one) => [one.databaseId, one]));
        // Apps look these two up among the recipients, also when they have left the conversation (P4).
        for (const one of [startedBy, newestMessage?.user]) if (one) found.set(one.databaseId, one);
        return [...found.values()].map(user.write);
      },
      { record: user, from: ['recipients'] },
    ),
    started_by: embedded('startedBy', user, { nullable: true }),
    past_users_involved: texts('pastUsersInvolved', { about: 'Names of people who have deleted their accounts.' }),
  },
);
