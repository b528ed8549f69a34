import type { friendships as rows } from '../endpoints/friendships.ts';
import { friendshipStatuses } from '../enum-values.ts';
import { paging, unproven } from './description.ts';
import type { Descriptions } from './description.ts';

const statuses = Object.keys(friendshipStatuses);

/** The descriptions of the rows of friendships and invitations. */
export const friendships: Descriptions<typeof rows> = {
  'GET /friendship/': {
    about: "The current user's friendships, accepted and pending, newest first.",
    query: paging,
    answers: [{ status: 200, body: { list: 'Friendship' } }],
    errors: { INVALID: 'A parameter is not valid.' },
  },
  'GET /friendship/user/{id}/': {
    about: "A user's friendships.",
    query: {
      status: {
        type: 'text',
        default: 'both for the current user, `Accepted` for others',
        values: statuses,
        about: '`Pending` is accepted for the current user only.',
      },
      ...paging,
    },
    answers: [{ status: 200, body: { list: 'Friendship' } }],
    errors: {
      NOT_FOUND: 'The user does not exist, or the current user may not see them.',
      INVALID: 'A parameter is not valid, or pending friendships of another user are requested.',
    },
  },
  'GET /friendship/[friendship_id]/': {
    about: 'One friendship.',
    answers: [{ status: 200, body: { record: 'Friendship' } }],
    errors: { NOT_FOUND: 'It does not exist, or the current user may not see it.' },
  },
  'GET /friendship/exists/{id}/': {
    about: 'The friendship of two users, whichever of them requested it.',
    query: {
      with_user_id: { type: 'integer', required: true, about: 'The other user.' },
      status: {
        type: 'text',
        default: 'Accepted',
        values: statuses,
        about: '`Pending` is accepted only if `{id}` or `with_user_id` is the current user.',
      },
    },
    answers: [{ status: 200, body: { record: 'Friendship' } }],
    errors: {
      NOT_FOUND: 'There is no friendship with that status.',
      INVALID: '`with_user_id` is missing, or a pending friendship of two other users is requested.',
    },
  },
  'POST /friendship/request/': {
    about: 'Sends a friend request to a user. If that user has already sent one, the friendship is accepted at once.',
    body: { user_id: { type: 'integer', required: true } },
    answers: [
      { status: 201, body: { record: 'Friendship' }, location: 'the friendship' },
      { status: 200, body: { record: 'Friendship' }, location: 'the friendship', when: 'It is accepted at once.' },
    ],
    errors: {
      FRIENDSHIP_EXISTS: 'The friendship or the request already exists; `Location` names it.',
      NOT_FOUND: 'The user does not exist, or the current user may not see them.',
      INVALID: '`user_id` is missing, is the current user, or is a user whom the current user has blocked.',
    },
  },
  'POST /friendship/accept/': {
    about: 'Accepts a request. Accepting it again changes nothing.',
    body: { friendship_id: { type: 'integer', required: true } },
    answers: [{ status: 200, body: { record: 'Friendship' } }],
    errors: {
      NOT_YOURS: 'The current user has sent the request.',
      NOT_FOUND: 'The current user has no such friendship.',
      INVALID: '`friendship_id` is missing.',
    },
  },
  'DELETE /friendship/[friendship_id]/': {
    about: 'Ends a friendship, or withdraws or declines a request.',
    answers: [{ status: 204, body: 'empty' }],
    errors: { NOT_FOUND: 'The current user has no such friendship.' },
  },
  'POST /invitation/': {
    about:
      'Invites a person by e-mail address. If the address has an account, it receives a friend request; otherwise a mail is sent.',
    body: {
      email: { type: 'text', required: true },
      name: { type: 'text', about: 'The name of the person who is invited.' },
    },
    answers: [{ status: 200, body: { fields: {} } }],
    errors: { UNPROVEN: unproven, INVALID: "`email` is missing, is not an address, or is one's own." },
  },
};
