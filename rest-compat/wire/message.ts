import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '@runners/wire';
import { uri } from '../uris.ts';
import { timestamp } from './timestamp.ts';
import { idField, uriField } from '../contract/description.ts';
import type { RecordDescription } from '../contract/description.ts';

/** A message (interface, Message). */
export const messageFields = graphql(`
  fragment messageFields on Message {
    databaseId
    createdDate
    message
    isDeleted
    userDeletedName
    conversation {
      databaseId
    }
    user {
      databaseId
    }
  }
`);

/** The text that a message has over REST after its sender has deleted it. Clients may rely on a text. */
const deletedText = 'This message was deleted.';

export function wireMessage(message: ResultOf<typeof messageFields>): WireMapping {
  return {
    id: message.databaseId,
    resource_uri: uri('message', message.databaseId),
    conversation: uri('conversation', message.conversation.databaseId),
    created_date: timestamp(message.createdDate),
    message: message.isDeleted ? deletedText : message.message,
    user: message.user && uri('user', message.user.databaseId),
    user_deleted_name: message.userDeletedName,
  };
}

/** The description of the record for the contract. */
export const messageRecord = {
  about: 'A message of a conversation.',
  fields: {
    id: idField,
    resource_uri: uriField,
    conversation: { type: 'URI' },
    created_date: { type: 'timestamp' },
    message: { type: 'text', about: `“${deletedText}” when its sender has deleted it.` },
    user: { type: 'URI', nullable: true, about: 'Null once the sender has deleted the account.' },
    user_deleted_name: { type: 'text', about: 'The name of such a sender; otherwise empty.' },
  },
} as const satisfies RecordDescription;
