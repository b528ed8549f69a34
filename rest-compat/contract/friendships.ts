import type { friendships as rows } from '../endpoints/friendships.ts';
import { friendshipStatuses } from '../words.ts';
import { paging, unproven } from './description.ts';
import type { Descriptions } from './description.ts';

const statuses = Object.keys(friendshipStatuses);

/** What the contract says about the rows of friendships and invitations. */
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
        default: 'both of oneself, `Accepted` of others',
        values: statuses,
        about: '`Pending` of oneself only.',
      },
      ...paging,
    },
    answers: [{ status: 200, body: { list: 'Friendship' } }],
    errors: {
      NOT_FOUND: 'There is no such user whom the current user may see.',
      INVALID: 'A parameter is not valid, or pending friendships of somebody else are asked for.',
    },
  },
  'GET /friendship/[friendship_id]/': {
    about: 'One friendship.',
    answers: [{ status: 200, body: { record: 'Friendship' } }],
    errors: { NOT_FOUND: 'There is none that the current user may see.' },
  },
  'GET /friendship/exists/{id}/': {
    about: 'The friendship of two users, whichever of them asked.',
    query: {
      with_user_id: { type: 'integer', required: true, about: 'The other user.' },
      status: { type: 'text', default: 'Accepted', values: statuses, about: '`Pending` when `{id}` is oneself only.' },
    },
    answers: [{ status: 200, body: { record: 'Friendship' } }],
    errors: {
      NOT_FOUND: 'There is none in that status.',
      INVALID: '`with_user_id` is missing, or a pending friendship of somebody else is asked for.',
    },
  },
  'POST /friendship/request/': {
    about: 'Asks a user for friendship. When that user has asked already, the friendship is accepted at once.',
    body: { user_id: { type: 'integer', required: true } },
    answers: [
      { status: 201, body: { record: 'Friendship' }, location: 'the friendship' },
      { status: 200, body: { record: 'Friendship' }, when: 'It is accepted at once.' },
    ],
    errors: {
      FRIENDSHIP_EXISTS: 'The friendship or the request is there already; `Location` names it.',
      NOT_FOUND: 'There is no such user whom the current user may see.',
      INVALID: '`user_id` is missing, is oneself, or is somebody whom the current user has blocked.',
    },
  },
  'POST /friendship/accept/': {
    about: 'Accepts a request. Accepting it again changes nothing.',
    body: { friendship_id: { type: 'integer', required: true } },
    answers: [{ status: 200, body: { record: 'Friendship' } }],
    errors: {
      NOT_YOURS: 'The current user is the one who asked.',
      NOT_FOUND: 'There is no such friendship of the current user.',
      INVALID: '`friendship_id` is missing.',
    },
  },
  'DELETE /friendship/[friendship_id]/': {
    about: 'Ends a friendship, takes a request back, or declines one.',
    answers: [{ status: 204, body: 'empty' }],
    errors: { NOT_FOUND: 'There is no such friendship of the current user.' },
  },
  'POST /invitation/': {
    about: 'Invites somebody by e-mail: a person with an account gets a request for friendship, others a mail.',
    body: {
      email: { type: 'text', required: true },
      name: { type: 'text', about: 'The name of the person who is invited.' },
    },
    answers: [{ status: 200, body: { fields: {} } }],
    errors: { UNPROVEN: unproven, INVALID: "`email` is missing, is no address, or is one's own." },
  },
};
