import { Failure, fieldsOf } from '../../src/errors.ts';
import { done, fields, withoutBody } from '../outcomes.ts';
import { text, trimmedText } from '../parameters.ts';
import { boolean, embeddedList, text as written } from '../records/column.ts';
import { accountResult, user } from '../records/people.ts';
import { mutation } from '../rows.ts';

const newPassword = { about: 'At least eight characters, and none of the most common passwords.' };

/** The rows of accounts. */
export const accounts = {
  'POST /account/login/': mutation('signIn', fields(accountResult, 'Account result'), {
    about: 'Signs in with an e-mail address and a password. Each sign-in creates a new key.',
    open: true,
    spends: 'signIn',
    body: { email: text('email', { about: 'Compared without case.' }), password: text('password') },
    errors: { WRONG_PASSWORD: 'The address is unknown or the password is wrong.', INVALID: 'A field is missing.' },
  }),

  'POST /account/register/': mutation('register', fields(accountResult, 'Account result'), {
    about:
      'Creates an account. Users who have invited the address receive a friend request, which is accepted by itself once the address is proven ([P1](../decisions.md#P1)).',
    open: true,
    body: {
      first_name: text('firstName'),
      last_name: text('lastName'),
      email: text('email'),
      password: text('password', newPassword),
    },
    errors: {
      EMAIL_TAKEN: 'The address has an account.',
      INVALID: 'Fields are missing or, where none is, empty or not valid; all such fields are named.',
    },
  }),

  'POST /account/social/login/': mutation(
    'signInWithSocialNetwork',
    fields({
      username: written('username'),
      api_key: written('apiKey'),
      created: boolean('created', { about: 'Whether the account is new.' }),
      auto_created_friends: embeddedList('autoCreatedFriends', user, {
        about: 'Users who became friends by the sign-in.',
      }),
    }),
    {
      about:
        'Signs in with a token of the social network, or registers. A person who has an account with the same address, verified by the network, is signed in to that account, and the two are linked.',
      open: true,
      spends: 'signIn',
      body: {
        token: trimmedText('token', {
          about:
            "A token of the service's own app there, with the permission to read the address, the birthday and photos.",
        }),
      },
      errors: {
        SOCIAL_OFF: 'No social network is configured.',
        SOCIAL_TOKEN_REJECTED: 'The network does not accept the token.',
        SOCIAL_UNAVAILABLE: 'The network does not answer; `Retry-After` states when to try again.',
        EMAIL_TAKEN: 'The address has an account, and the network has not verified that it belongs to this person.',
        INVALID: '`token` is missing, or the network returns no address for a person without an account here.',
      },
    },
  ),

  'POST /account/forgot_password': mutation('requestPasswordReset', done, {
    about:
      'Sends a mail with a link to a web page that sets a new password. The link can be used once, within an hour.',
    open: true,
    spends: 'passwordMail',
    body: { email: text('email') },
    errors: { EMAIL_UNKNOWN: 'No account has the address.', INVALID: '`email` is missing.' },
  }),

  'POST /user/password/': mutation('changePassword', withoutBody<'done: Boolean!'>('done', 204), {
    about: 'Changes the password. All keys except the one in use are revoked.',
    body: { old_password: text('oldPassword'), new_password: text('newPassword', newPassword) },
    errors: {
      OLD_PASSWORD_MISMATCH: 'The old password is wrong, or the new one is not accepted; the message states which.',
      INVALID: 'A field is missing.',
    },
    // The only refusal that the interface describes here has code 100, so a new password that is not accepted has it as well
    // (decisions N18).
    refused: (failure) => {
      const sentence = fieldsOf(failure)?.['newPassword'];
      return sentence ? new Failure('OLD_PASSWORD_MISMATCH', `The new password ${sentence}.`) : failure;
    },
  }),
};
