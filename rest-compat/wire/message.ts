import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '../formats/wire-value.ts';
import { uri } from '../uris.ts';
import { timestamp } from './timestamp.ts';

/** A message (interface, Message). */
export const messageFields = graphql(`
  fragment messageFields on Message {
    databaseId
    createdDate
    message
    userDeletedName
    conversation {
      databaseId
    }
    user {
      databaseId
    }
  }
`);

export function wireMessage(message: ResultOf<typeof messageFields>): WireMapping {
  return {
    id: message.databaseId,
    resource_uri: uri('message', message.databaseId),
    conversation: uri('conversation', message.conversation.databaseId),
    created_date: timestamp(message.createdDate),
    message: message.message,
    user: message.user && uri('user', message.user.databaseId),
    user_deleted_name: message.userDeletedName,
  };
}
