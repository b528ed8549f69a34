import { Failure, fieldsOf } from '../../src/errors.ts';
import { ok, row } from '../endpoint.ts';
import { graphql } from '../graphql.ts';
import { user as userRecord } from '../records/people.ts';

export const accounts = {
  'POST /account/login/': row({
    open: true,
    spends: 'signIn',
    document: graphql(`
      mutation SignIn($input: SignInInput!) {
        signIn(input: $input) {
          username
          apiKey
        }
      }
    `),
    variables: ({ args }) => ({ input: { email: args.text('email'), password: args.text('password') } }),
    reply: ({ signIn }) => ok({ username: signIn.username, api_key: signIn.apiKey }),
  }),

  'POST /account/register/': row({
    open: true,
    document: graphql(`
      mutation Register($input: RegisterInput!) {
        register(input: $input) {
          username
          apiKey
        }
      }
    `),
    variables: ({ args }) => ({
      input: {
        firstName: args.text('first_name'),
        lastName: args.text('last_name'),
        email: args.text('email'),
        password: args.text('password'),
      },
    }),
    reply: ({ register }) => ok({ username: register.username, api_key: register.apiKey }),
  }),

  'POST /account/social/login/': row({
    open: true,
    spends: 'signIn',
    document: graphql(
      `
        mutation SignInWithSocialNetwork($input: SignInWithSocialNetworkInput!) {
          signInWithSocialNetwork(input: $input) {
            username
            apiKey
            created
            autoCreatedFriends {
              ...userFields
            }
          }
        }
      `,
      [userRecord.fragment],
    ),
    variables: ({ args }) => ({ input: { token: args.trimmed('token') } }),
    reply: ({ signInWithSocialNetwork: { username, apiKey, created, autoCreatedFriends } }) =>
      ok({ username, api_key: apiKey, created, auto_created_friends: autoCreatedFriends.map(userRecord.write) }),
  }),

  'POST /account/forgot_password': row({
    open: true,
    spends: 'passwordMail',
    document: graphql(`
      mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
        requestPasswordReset(input: $input) {
          done
        }
      }
    `),
    variables: ({ args }) => ({ input: { email: args.text('email') } }),
    reply: () => ok({}),
  }),

  'POST /user/password/': row({
    document: graphql(`
      mutation ChangePassword($input: ChangePasswordInput!) {
        changePassword(input: $input) {
          done
        }
      }
    `),
    variables: ({ args }) => ({
      input: { oldPassword: args.text('old_password'), newPassword: args.text('new_password') },
    }),
    reply: () => ({ status: 204 }),
    // The only refusal that the interface describes here has code 100, so a new password that is not accepted has it as well
    // (decisions N18).
    refused: (failure) => {
      const sentence = fieldsOf(failure)?.['newPassword'];
      return sentence ? new Failure('OLD_PASSWORD_MISMATCH', `The new password ${sentence}.`) : failure;
    },
  }),
};
