import { friendshipStatuses } from '../enum-values.ts';
import { graphql } from '../graphql.ts';
import { embedded, made, self, timestamp, word } from './column.ts';
import { user } from './people.ts';
import { record } from './record.ts';

/** A friendship (interface, Friendship). */
export const friendship = record(
  { on: 'Friendship', about: 'A friendship, pending or accepted.', first: 'requester requested' },
  {
    ...self('friendship'),
    user1: embedded('requester', user, { about: 'The user who sent the request.' }),
    user2: embedded('requested', user, { about: 'The user who received the request.' }),
    requester: made(
      graphql(
        `
          fragment requesterId on Friendship {
            requester {
              ...userFields
            }
          }
        `,
        [user.fragment],
      ),
      { type: 'integer', about: 'The id of `user1`.' },
      ({ requester }) => requester.databaseId,
      { from: ['requester.databaseId'] },
    ),
    status: word('FriendshipStatus', friendshipStatuses)('status'),
    created_date: timestamp('createdDate'),
    accepted_date: timestamp('acceptedDate', { nullable: true }),
  },
);
