import { globalId } from '../../schema/global-id.ts';
import { created, noContent, notFound, ok, row } from '../endpoint.ts';
import type { RestRequest } from '../endpoint.ts';
import { graphql } from '../graphql.ts';
import { listEnvelope, offsetPage } from '../paging.ts';
import { uri } from '../uris.ts';
import { friendshipStatuses } from '../enum-values.ts';
import { friendship as friendshipRecord } from '../records/friendships.ts';

const friendshipId = (id: number | undefined) => globalId('Friendship', id ?? 0);
const userId = ({ path }: RestRequest) => globalId('User', path['id'] ?? 0);

/**
 * Without a status, it returns all friendships of the current user, as `GET /friendship/` does, and accepted ones of others
 * (decisions N2).
 */
const unsaidStatus = ({ path, viewerId }: RestRequest) => (path['id'] === viewerId ? null : ('ACCEPTED' as const));

/** The GraphQL arguments of a page. */
function page({ args }: RestRequest) {
  const { limit, offset } = offsetPage(args);
  return { first: limit, offset };
}

export const friendships = {
  'GET /friendship/': row({
    document: graphql(
      `
        query OwnFriendships($first: Int!, $offset: Int!) {
          friendships(first: $first, offset: $offset) {
            totalCount
            nodes {
              ...friendshipFields
            }
          }
        }
      `,
      [friendshipRecord.fragment],
    ),
    variables: page,
    reply: ({ friendships: { totalCount, nodes } }, request) =>
      ok(listEnvelope(request, offsetPage(request.args), totalCount, nodes.map(friendshipRecord.write))),
  }),

  'GET /friendship/user/{id}/': row({
    document: graphql(
      `
        query FriendshipsOf($userId: ID!, $status: FriendshipStatus, $first: Int!, $offset: Int!) {
          user(id: $userId) {
            databaseId
          }
          friendships(userId: $userId, status: $status, first: $first, offset: $offset) {
            totalCount
            nodes {
              ...friendshipFields
            }
          }
        }
      `,
      [friendshipRecord.fragment],
    ),
    variables: (request) => ({
      userId: userId(request),
      status: request.args.wordOrNull('status', friendshipStatuses) ?? unsaidStatus(request),
      ...page(request),
    }),
    of: ({ path }) => ['User', path['id']],
    reply: ({ user, friendships: { totalCount, nodes } }, request) =>
      user
        ? ok(listEnvelope(request, offsetPage(request.args), totalCount, nodes.map(friendshipRecord.write)))
        : notFound(),
  }),

  'GET /friendship/[friendship_id]/': row({
    document: graphql(
      `
        query OneFriendship($id: ID!) {
          friendship(id: $id) {
            ...friendshipFields
          }
        }
      `,
      [friendshipRecord.fragment],
    ),
    variables: ({ path }) => ({ id: friendshipId(path['friendship_id']) }),
    reply: ({ friendship }) => (friendship ? ok(friendshipRecord.write(friendship)) : notFound()),
  }),

  'GET /friendship/exists/{id}/': row({
    document: graphql(
      `
        query FriendshipExists($ofId: ID!, $userId: ID!, $status: FriendshipStatus!) {
          friendshipWith(ofId: $ofId, userId: $userId, status: $status) {
            ...friendshipFields
          }
        }
      `,
      [friendshipRecord.fragment],
    ),
    variables: (request) => ({
      ofId: userId(request),
      userId: globalId('User', request.args.id('with_user_id')),
      status: request.args.wordOrNull('status', friendshipStatuses) ?? 'ACCEPTED',
    }),
    reply: ({ friendshipWith }) => (friendshipWith ? ok(friendshipRecord.write(friendshipWith)) : notFound()),
  }),

  'POST /friendship/request/': row({
    document: graphql(
      `
        mutation RequestFriendship($input: RequestFriendshipInput!) {
          requestFriendship(input: $input) {
            friendship {
              ...friendshipFields
            }
          }
        }
      `,
      [friendshipRecord.fragment],
    ),
    variables: ({ args }) => ({ input: { userId: globalId('User', args.id('user_id')) } }),
    // If the other user had already sent a request, it is accepted, and nothing new is created (decisions R14).
    reply: ({ requestFriendship: { friendship } }) =>
      friendship.status === 'PENDING'
        ? created(uri('friendship', friendship.databaseId), friendshipRecord.write(friendship))
        : { ...ok(friendshipRecord.write(friendship)), location: uri('friendship', friendship.databaseId) },
  }),

  'POST /friendship/accept/': row({
    document: graphql(
      `
        mutation AcceptFriendship($input: AcceptFriendshipInput!) {
          acceptFriendship(input: $input) {
            friendship {
              ...friendshipFields
            }
          }
        }
      `,
      [friendshipRecord.fragment],
    ),
    variables: ({ args }) => ({ input: { id: friendshipId(args.id('friendship_id')) } }),
    reply: ({ acceptFriendship: { friendship } }) => ok(friendshipRecord.write(friendship)),
  }),

  'DELETE /friendship/[friendship_id]/': row({
    document: graphql(`
      mutation EndFriendship($input: EndFriendshipInput!) {
        endFriendship(input: $input) {
          deletedId
        }
      }
    `),
    variables: ({ path }) => ({ input: { id: friendshipId(path['friendship_id']) } }),
    reply: noContent,
  }),

  'POST /invitation/': row({
    document: graphql(`
      mutation Invite($input: InviteInput!) {
        invite(input: $input) {
          done
        }
      }
    `),
    variables: ({ args }) => ({ input: { email: args.text('email'), name: args.textOrNull('name') } }),
    reply: () => ok({}),
  }),
};
