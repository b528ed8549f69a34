import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '@runners/wire';
import { uri } from '../uris.ts';
import { messageFields, wireMessage } from './message.ts';
import { timestamp } from './timestamp.ts';
import { userFields, wireUser } from './user.ts';
import { idField, uriField } from '../contract/description.ts';
import type { RecordDescription } from '../contract/description.ts';

/** A conversation as the current user sees it (interface, Conversation). */
export const conversationFields = graphql(
  `
    fragment conversationFields on Conversation {
      databaseId
      createdDate
      placement
      hasUnreadMessages
      pastUsersInvolved
      lastMessage {
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
  [messageFields, userFields],
);

export function wireConversation(conversation: ResultOf<typeof conversationFields>): WireMapping {
  const { startedBy, lastMessage } = conversation;
  const people = new Map(conversation.recipients.map((user) => [user.databaseId, user]));
  // Apps look these two up among the recipients, also when they have left the conversation (P4).
  for (const user of [startedBy, lastMessage.user]) if (user) people.set(user.databaseId, user);
  return {
    id: conversation.databaseId,
    resource_uri: uri('conversation', conversation.databaseId),
    archived: conversation.placement === 'ARCHIVED',
    hidden: conversation.placement === 'HIDDEN',
    has_unread_messages: conversation.hasUnreadMessages,
    last_message: wireMessage(lastMessage),
    created_date: timestamp(conversation.createdDate),
    recipients: [...people.values()].map(wireUser),
    started_by: startedBy && wireUser(startedBy),
    past_users_involved: conversation.pastUsersInvolved,
  };
}

/** The description of the record for the contract. */
export const conversationRecord = {
  about: 'A conversation, as the current user sees it.',
  fields: {
    id: idField,
    resource_uri: uriField,
    archived: { type: 'boolean' },
    hidden: { type: 'boolean' },
    has_unread_messages: { type: 'boolean' },
    last_message: { type: { record: 'Message' } },
    created_date: { type: 'timestamp' },
    recipients: { type: { list: { record: 'User' } }, about: 'All participants, including the current user.' },
    started_by: { type: { record: 'User' }, nullable: true },
    past_users_involved: { type: { list: 'text' }, about: 'Names of people who have deleted their accounts.' },
  },
} as const satisfies RecordDescription;
