import { globalId } from '../../schema/global-id.ts';
import { ok, row } from '../endpoint.ts';
import { friendOrders } from '../enum-values.ts';
import { graphql } from '../graphql.ts';
import { listEnvelope, offsetPage } from '../paging.ts';
import { foundUser as foundUserRecord, user as userRecord } from '../records/people.ts';

/** The rows of lists of people: friends, and searches by name. */
export const peopleLists = {
  'GET /user/': row({
    document: graphql(
      `
        query UsersWho($friendsWith: ID!, $first: Int!, $offset: Int!) {
          users(friendsWith: $friendsWith, first: $first, offset: $offset) {
            totalCount
            nodes {
              ...userFields
            }
          }
        }
      `,
      [userRecord.fragment],
    ),
    // The friends of the current user, unless another user is named (decisions N8).
    variables: ({ args, viewerId }) => {
      const { limit, offset } = offsetPage(args);
      return { friendsWith: globalId('User', args.idOrNull('friends_with') ?? viewerId), first: limit, offset };
    },
    reply: ({ users: { totalCount, nodes } }, request) =>
      ok(listEnvelope(request, offsetPage(request.args), totalCount, nodes.map(userRecord.write))),
  }),

  'GET /user/search/': row({
    document: graphql(
      `
        query SearchUsers($q: String!, $first: Int!, $offset: Int!) {
          searchUsers(q: $q, countAll: true, first: $first, offset: $offset) {
            totalCount
            nodes {
              ...foundUserFields
            }
          }
        }
      `,
      [foundUserRecord.fragment],
    ),
    variables: ({ args }) => {
      const { limit, offset } = offsetPage(args);
      return { q: args.text('q'), first: limit, offset };
    },
    reply: ({ searchUsers: { totalCount, nodes } }, request) =>
      ok(listEnvelope(request, offsetPage(request.args), totalCount, nodes.map(foundUserRecord.write))),
  }),

  'GET /user/search/friends/': row({
    document: graphql(
      `
        query SearchFriends($q: String!, $userId: ID!, $orderBy: FriendOrder!, $first: Int!, $offset: Int!) {
          searchFriends(q: $q, userId: $userId, orderBy: $orderBy, first: $first, offset: $offset) {
            totalCount
            nodes {
              ...foundUserFields
            }
          }
        }
      `,
      [foundUserRecord.fragment],
    ),
    variables: ({ args, viewerId }) => {
      const { limit, offset } = offsetPage(args);
      return {
        q: args.text('q'),
        userId: globalId('User', args.idOrNull('user_id') ?? viewerId),
        orderBy: args.wordOrNull('order_by', friendOrders) ?? ('RELEVANCE' as const),
        first: limit,
        offset,
      };
    },
    reply: ({ searchFriends: { totalCount, nodes } }, request) =>
      ok(listEnvelope(request, offsetPage(request.args), totalCount, nodes.map(foundUserRecord.write))),
  }),
};
