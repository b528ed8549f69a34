import { globalId } from '../../schema/global-id.ts';
import { unproven } from '../contract/description.ts';
import { created, notFound, ok, row } from '../endpoint.ts';
import type { RestRequest } from '../endpoint.ts';
import { friendshipStatuses } from '../enum-values.ts';
import { graphql } from '../graphql.ts';
import { deleted, done, shown } from '../outcomes.ts';
import type { Outcome } from '../outcomes.ts';
import { pages } from '../paging.ts';
import { idOf, text, textOrNull } from '../parameters.ts';
import { friendship } from '../records/friendships.ts';
import { uri } from '../uris.ts';
import { listSources, locationSource, sourcesOf } from '../records/sources.ts';
import { list, mutation, one } from '../rows.ts';

const userId = ({ path }: RestRequest) => globalId('User', path['id'] ?? 0);

/**
 * Without a status, it returns all friendships of the current user, as `GET /friendship/` does, and accepted ones of others
 * (decisions N2).
 */
const unsaidStatus = ({ path, viewerId }: RestRequest) => (path['id'] === viewerId ? null : ('ACCEPTED' as const));

const values = Object.keys(friendshipStatuses);
const own = 'The current user has no such friendship.';
const page = pages();

const location = 'the friendship';
/** If the other user had already sent a request, it is accepted, and nothing new is created (decisions R14). */
const requested: Outcome<'friendship: Friendship!'> = {
  ...shown('friendship', friendship),
  reply({ friendship: found }: { friendship: Parameters<typeof friendship.write>[0] }) {
    const reply = created(uri('friendship', found.databaseId), friendship.write(found));
    return found.status === 'PENDING' ? reply : { ...reply, status: 200 };
  },
  sources: (of) => [locationSource(`${of}friendship`), ...sourcesOf(friendship.columns, '', `${of}friendship.`)],
  answers: [
    { status: 201, body: { record: 'Friendship' }, location },
    { status: 200, body: { record: 'Friendship' }, location, when: 'It is accepted at once.' },
  ],
};

/** The rows of friendships and invitations. */
export const friendships = {
  'GET /friendship/': list('OwnFriendships', 'friendships', friendship, {
    about: "The current user's friendships, accepted and pending, newest first.",
    errors: { INVALID: 'A parameter is not valid.' },
  }),

  'GET /friendship/user/{id}/': row({
    about: "A user's friendships.",
    query: {
      status: {
        type: 'text',
        default: 'both for the current user, `Accepted` for others',
        values,
        about: '`Pending` is accepted for the current user only.',
      },
      ...page.described,
    },
    answers: [{ status: 200, body: { list: 'Friendship' } }],
    errors: {
      NOT_FOUND: 'The user does not exist, or the current user may not see them.',
      INVALID: 'A parameter is not valid, or pending friendships of another user are requested.',
    },
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
      [friendship.fragment],
    ),
    variables: (request) => {
      const status = request.args.wordOrNull('status', friendshipStatuses) ?? unsaidStatus(request);
      const { limit: first, offset } = page.range(request, 0);
      return { userId: userId(request), status, first, offset };
    },
    of: ({ path }) => ['User', path['id']],
    reply: ({ user, friendships: { totalCount, nodes } }, request) =>
      user ? ok(page.envelope(request, totalCount, nodes.map(friendship.write))) : notFound(),
    sources: () => listSources(friendship.columns, 'friendships'),
  }),

  'GET /friendship/[friendship_id]/': one('friendship', friendship, 'friendship_id', { about: 'One friendship.' }),

  'GET /friendship/exists/{id}/': row({
    about: 'The friendship of two users, whichever of them requested it.',
    query: {
      with_user_id: { type: 'integer', required: true, about: 'The other user.' },
      status: {
        type: 'text',
        default: 'Accepted',
        values,
        about: '`Pending` is accepted only if `{id}` or `with_user_id` is the current user.',
      },
    },
    answers: [{ status: 200, body: { record: 'Friendship' } }],
    errors: {
      NOT_FOUND: 'There is no friendship with that status.',
      INVALID: '`with_user_id` is missing, or a pending friendship of two other users is requested.',
    },
    document: graphql(
      `
        query FriendshipExists($ofId: ID!, $userId: ID!, $status: FriendshipStatus!) {
          friendshipWith(ofId: $ofId, userId: $userId, status: $status) {
            ...friendshipFields
          }
        }
      `,
      [friendship.fragment],
    ),
    variables: (request) => ({
      ofId: userId(request),
      userId: globalId('User', request.args.id('with_user_id')),
      status: request.args.wordOrNull('status', friendshipStatuses) ?? 'ACCEPTED',
    }),
    reply: ({ friendshipWith }) => (friendshipWith ? ok(friendship.write(friendshipWith)) : notFound()),
    sources: () => sourcesOf(friendship.columns, '', 'friendshipWith.'),
  }),

  'POST /friendship/request/': mutation('requestFriendship', requested, {
    about: 'Sends a friend request to a user. If that user has already sent one, the friendship is accepted at once.',
    body: { user_id: idOf('User')('userId') },
    errors: {
      FRIENDSHIP_EXISTS: 'The friendship or the request already exists; `Location` names it.',
      NOT_FOUND: 'The user does not exist, or the current user may not see them.',
      INVALID: '`user_id` is missing, is the current user, or is a user whom the current user has blocked.',
    },
  }),

  'POST /friendship/accept/': mutation('acceptFriendship', shown('friendship', friendship), {
    about: 'Accepts a request. Accepting it again changes nothing.',
    body: { friendship_id: idOf('Friendship')('id') },
    errors: {
      NOT_YOURS: 'The current user has sent the request.',
      NOT_FOUND: own,
      INVALID: '`friendship_id` is missing.',
    },
  }),

  'DELETE /friendship/[friendship_id]/': mutation('endFriendship', deleted, {
    about: 'Ends a friendship, or withdraws or declines a request.',
    path: ['friendship_id', 'Friendship'],
    errors: { NOT_FOUND: own },
  }),

  'POST /invitation/': mutation('invite', done, {
    about:
      'Invites a person by e-mail address. If the address has an account, it receives a friend request; otherwise a mail is sent.',
    body: {
      email: text('email'),
      name: textOrNull('name', { about: 'The name of the person who is invited.' }),
    },
    errors: { UNPROVEN: unproven, INVALID: "`email` is missing, is not an address, or is one's own." },
  }),
};
