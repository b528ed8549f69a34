import { graphql } from '../graphql.ts';
import type { ResultOf } from '../graphql.ts';
import type { WireMapping } from '../formats/wire-value.ts';
import { uri } from '../uris.ts';
import { friendshipStatuses, wordOf } from '../words.ts';
import { timestamp } from './timestamp.ts';
import { userFields, wireUser } from './user.ts';

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
