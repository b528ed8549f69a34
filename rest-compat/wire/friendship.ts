import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '@runners/wire';
import { uri } from '../uris.ts';
import { friendshipStatuses, wordOf } from '../enum-values.ts';
import { timestamp } from './timestamp.ts';
import { userFields, wireUser } from './user.ts';
import { idField, uriField } from '../contract/description.ts';
import type { RecordDescription } from '../contract/description.ts';

/** A friendship (interface, Friendship). */
export const friendshipFields = graphql(
  `
    fragment friendshipFields on Friendship {
      databaseId
      requester {
        ...userFields
      }
      requested {
        ...userFields
      }
      status
      createdDate
      acceptedDate
    }
  `,
  [userFields],
);

export function wireFriendship(friendship: ResultOf<typeof friendshipFields>): WireMapping {
  return {
    id: friendship.databaseId,
    resource_uri: uri('friendship', friendship.databaseId),
    user1: wireUser(friendship.requester),
    user2: wireUser(friendship.requested),
    requester: friendship.requester.databaseId,
    status: wordOf(friendshipStatuses, friendship.status),
    created_date: timestamp(friendship.createdDate),
    accepted_date: timestamp(friendship.acceptedDate),
  };
}

/** The description of the record for the contract. */
export const friendshipRecord = {
  about: 'A friendship, pending or accepted.',
  fields: {
    id: idField,
    resource_uri: uriField,
    user1: { type: { record: 'User' }, about: 'The user who sent the request.' },
    user2: { type: { record: 'User' }, about: 'The user who received the request.' },
    requester: { type: 'integer', about: 'The id of `user1`.' },
    status: { type: 'text', values: ['Pending', 'Accepted'] },
    created_date: { type: 'timestamp' },
    accepted_date: { type: 'timestamp', nullable: true },
  },
} as const satisfies RecordDescription;
