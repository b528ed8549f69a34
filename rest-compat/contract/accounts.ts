import type { accounts as rows } from '../endpoints/accounts.ts';
import type { Descriptions, Parameters } from './description.ts';

const signIn: Parameters = {
  email: { type: 'text', required: true, about: 'Compared without case.' },
  password: { type: 'text', required: true },
};

/** The descriptions of the rows of accounts. */
export const accounts: Descriptions<typeof rows> = {
  'POST /account/login/': {
    about: 'Signs in with an e-mail address and a password. Each sign-in creates a new key.',
    body: signIn,
    answers: [{ status: 200, body: { record: 'Account result' } }],
    errors: { WRONG_PASSWORD: 'The address is unknown or the password is wrong.', INVALID: 'A field is missing.' },
  },
  'POST /account/register/': {
    about:
      'Creates an account. Users who have invited the address receive a friend request, which is accepted by itself once the address is proven ([P1](../decisions.md#P1)).',
    body: {
      first_name: { type: 'text', required: true },
      last_name: { type: 'text', required: true },
      email: { type: 'text', required: true },
      password: {
        type: 'text',
        required: true,
        about: 'At least eight characters, and none of the most common passwords.',
      },
    },
    answers: [{ status: 200, body: { record: 'Account result' } }],
    errors: {
      EMAIL_TAKEN: 'The address has an account.',
      INVALID: 'Fields are missing, empty or not valid; all of them are named.',
    },
  },
  'POST /account/social/login/': {
    about:
      'Signs in with a token of the social network, or registers. A person who has an account with the same address, verified by the network, is signed in to that account, and the two are linked.',
    body: {
      token: {
        type: 'text',
        required: true,
        about:
          "A token of the service's own app there, with the permission to read the address, the birthday and photos.",
      },
    },
    answers: [
      {
        status: 200,
        body: {
          fields: {
            username: { type: 'text' },
            api_key: { type: 'text' },
            created: { type: 'boolean', about: 'Whether the account is new.' },
            auto_created_friends: {
              type: { list: { record: 'User' } },
              about: 'Users who became friends by the sign-in.',
            },
          },
        },
      },
    ],
    errors: {
      SOCIAL_OFF: 'No social network is configured.',
      SOCIAL_TOKEN_REJECTED: 'The network does not accept the token.',
      SOCIAL_UNAVAILABLE: 'The network does not answer; `Retry-After` states when to try again.',
      EMAIL_TAKEN: 'The address has an account, and the network has not verified that it belongs to this person.',
      INVALID: '`token` is missing, or the network returns no address for a person without an account here.',
    },
  },
  'POST /account/forgot_password': {
    about:
      'Sends a mail with a link to a web page that sets a new password. The link can be used once, within an hour.',
    body: { email: { type: 'text', required: true } },
    answers: [{ status: 200, body: { fields: {} } }],
    errors: { EMAIL_UNKNOWN: 'No account has the address.', INVALID: '`email` is missing.' },
  },
  'POST /user/password/': {
    about: 'Changes the password. All keys except the one in use are revoked.',
    body: {
      old_password: { type: 'text', required: true },
      new_password: {
        type: 'text',
        required: true,
        about: 'At least eight characters, and none of the most common passwords.',
      },
    },
    answers: [{ status: 204, body: 'empty' }],
    errors: {
      OLD_PASSWORD_MISMATCH: 'The old password is wrong, or the new one is not accepted; the message states which.',
      INVALID: 'A field is missing.',
    },
  },
};
