import { Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { createApiKey, listKeys, revokeApiKey, signOut } from '../../src/domain/accounts/api-keys.ts';
import { viewerOfKey } from '../../src/domain/accounts/authenticate.ts';
import { changePassword } from '../../src/domain/accounts/change-password.ts';
import { deleteAccount } from '../../src/domain/leaving/delete-account.ts';
import { exportMyData } from '../../src/domain/leaving/export-my-data.ts';
import { finishPasswordReset } from '../../src/domain/accounts/finish-password-reset.ts';
import type { SignedIn } from '../../src/domain/accounts/issue-key.ts';
import { register } from '../../src/domain/accounts/register.ts';
import { requestPasswordReset } from '../../src/domain/accounts/request-password-reset.ts';
import { signIn } from '../../src/domain/accounts/sign-in.ts';
import { signInWithSocialNetwork } from '../../src/domain/accounts/social-sign-in.ts';
import { namesOf } from '../../src/domain/rules/scopes.ts';
import type { ScopeName } from '../../src/domain/rules/scopes.ts';
import type { SocialSignedIn } from '../../src/domain/accounts/social-sign-in.ts';
import type { Context } from '../../src/domain/context.ts';
import { Failure } from '../../src/errors.ts';
import {
  ApiKey,
  CreateApiKeyPayload,
  done,
  DonePayload,
  ExportMyDataPayload,
  SignInPayload,
  SocialSignInPayload,
} from './account.type.ts';
import { loadRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { price } from '../prices.ts';
import { input, mutation } from '../mutation.ts';
import { passwordLength } from '../../src/domain/accounts/password-length.ts';
import { longest } from '../lengths.ts';

@Resolver(() => ApiKey)
export class ApiKeyResolver implements Resolves<ApiKey, RowOf<'ApiKey'>> {
  @FieldResolver()
  scopes(@Root() { scopes }: RowOf<'ApiKey'>): ScopeName[] {
    return namesOf(scopes);
  }

  @FieldResolver()
  isCurrent(@Root() { id }: RowOf<'ApiKey'>, @Ctx() { viewer }: Context): boolean {
    return id === viewer?.keyId;
  }
}

@Resolver()
export class AccountResolver {
  @Query(() => [ApiKey], { nullable: true, description: 'Your API keys, newest first.' })
  // It shows whether a key still signs in.
  @RootField({ scope: 'ACCOUNTS_READ', onPrimary: true })
  apiKeys(@Ctx() context: Context): Promise<Ref<'ApiKey'>[]> {
    return listKeys(context);
  }
}

/**
 * The result of a sign-in. The user who has signed in reads it, and not the caller (decisions D280).
 * @param refusal what is answered when the key was revoked since, because a proof or a new password has ended what opened the account
 */
async function signedIn(
  context: Context,
  { username, apiKey, userId }: SignedIn,
  refusal: 'WRONG_PASSWORD' | 'SOCIAL_TOKEN_REJECTED' = 'WRONG_PASSWORD',
): Promise<SignInPayload> {
  const viewer = await viewerOfKey(context.database, apiKey);
  if (viewer) context.actAs(viewer);
  const key = viewer && (await loadRow(context, 'ApiKey', viewer.keyId));
  if (!key) throw new Failure(refusal);
  return { username, apiKey, key, user: { id: userId } };
}

async function sociallySignedIn(context: Context, result: SocialSignedIn): Promise<SocialSignInPayload> {
  return Object.assign(await signedIn(context, result, 'SOCIAL_TOKEN_REJECTED'), {
    created: result.created,
    autoCreatedFriends: result.friendIds.map((id) => ({ id })),
  });
}

export const accountMutations = [
  mutation('register', {
    about: 'Creates an account and signs it in.',
    scope: 'no key',
    codes: ['EMAIL_TAKEN'],
    // A password is verified or hashed.
    cost: price('register', 500),
    input: input('The account to create.', {
      firstName: ['String!', 'Given name.'],
      lastName: ['String!', 'Family name.'],
      email: ['String!', 'E-mail address.'],
      password: [
        'String!',
        `Password of at least ${passwordLength.min} characters, which must not be one of the most common ones.`,
      ],
      invitation: [
        'String',
        'The link in the mail of an invitation to this address. It proves the address, and the user who sent the invitation becomes a friend.',
      ],
    }),
    payload: SignInPayload,
    run: async (context, input) => signedIn(context, await register(context, input)),
  }),
  mutation('signIn', {
    about: 'Signs in with e-mail address and password, and issues a new API key.',
    scope: 'no key',
    codes: ['WRONG_PASSWORD'],
    // A password is verified or hashed.
    cost: price('signIn', 500),
    input: input('The credentials to sign in with.', {
      email: ['String!', 'E-mail address.'],
      password: ['String!', 'Password.'],
    }),
    payload: SignInPayload,
    run: async (context, { email, password }) => signedIn(context, await signIn(context, email, password)),
  }),
  mutation('signInWithSocialNetwork', {
    about:
      'Signs in with a token of the social network, to the account with the same e-mail address or to a new account.',
    scope: 'no key',
    codes: ['SOCIAL_OFF', 'SOCIAL_TOKEN_REJECTED', 'SOCIAL_UNAVAILABLE', 'EMAIL_TAKEN'],
    // It may make an account, as `register` does.
    cost: 500,
    input: input('The credentials to sign in with the social network.', {
      token: [
        'String!',
        'Access token of the social network, issued for this service with the permission to read the e-mail address.',
      ],
    }),
    payload: SocialSignInPayload,
    run: async (context, { token }) => sociallySignedIn(context, await signInWithSocialNetwork(context, token)),
  }),
  mutation('signOut', {
    about:
      'Revokes the API key of this request, whatever it may be used for. It stops working at once, and its subscriptions end.',
    // A key with any scope can end itself.
    scope: 'any key',
    codes: [],
    payload: DonePayload,
    run: (context) => done(signOut(context)),
  }),
  mutation('requestPasswordReset', {
    about: 'Sends a mail with a link that sets a new password.',
    scope: 'no key',
    codes: ['EMAIL_UNKNOWN'],
    input: input('The account whose password was forgotten.', { email: ['String!', 'E-mail address of the account.'] }),
    payload: DonePayload,
    run: (context, { email }) => done(requestPasswordReset(context, email)),
  }),
  mutation('finishPasswordReset', {
    about: 'Sets a new password with the token from the mailed link, and revokes all API keys.',
    scope: 'no key',
    codes: [],
    // A password is verified or hashed.
    cost: 500,
    input: input('The new password and the token that authorizes it.', {
      token: ['String!', 'Token from the mailed link.'],
      newPassword: ['String!', `New password of at least ${passwordLength.min} characters.`],
    }),
    payload: DonePayload,
    run: (context, { token, newPassword }) => done(finishPasswordReset(context, token, newPassword)),
  }),
  mutation('changePassword', {
    about: 'Sets a new password, and revokes all API keys except the one in use.',
    // It revokes all other keys, including those with more scopes.
    scope: 'ALL',
    codes: ['OLD_PASSWORD_MISMATCH'],
    // A password is verified, and another one hashed.
    cost: 500,
    input: input('The current and the new password.', {
      oldPassword: ['String!', 'The current password.'],
      newPassword: ['String!', `New password of at least ${passwordLength.min} characters.`],
    }),
    payload: DonePayload,
    run: (context, { oldPassword, newPassword }) => done(changePassword(context, oldPassword, newPassword)),
  }),
  mutation('createApiKey', {
    about:
      'Creates an API key, for a program that acts for you. It can do no more than the key in use, and not for longer.',
    scope: 'ACCOUNTS_WRITE',
    codes: ['TOO_MANY_KEYS'],
    input: input('The API key to create.', {
      name: ['String!', `What you call it, up to ${longest('name')}.`],
      scopes: ['[ApiKeyScope!]!', 'What it may be used for: no more than the key in use.'],
      expiresDate: [
        'DateTime',
        'When it expires, in the future. Without it, the key does not expire. If the key in use expires, this must be given and must not be later.',
      ],
    }),
    payload: CreateApiKeyPayload,
    run: (context, input) => createApiKey(context, input),
  }),
  mutation('revokeApiKey', {
    about:
      'Revokes one of your API keys, which stops working at once. A key cannot revoke one that may be used for more.',
    scope: 'ACCOUNTS_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The API key to revoke.', { id: ['ID<ApiKey>!', 'Id of the key.'] }),
    payload: DonePayload,
    run: (context, { id }) => done(revokeApiKey(context, id)),
  }),
  mutation('deleteAccount', {
    about:
      'Deletes your account permanently, with its workouts, posts, comments, likes, friendships and API keys. Messages remain with their recipients, with your name only.',
    scope: 'ALL',
    codes: ['OLD_PASSWORD_MISMATCH'],
    cost: 1000,
    input: input('The confirmation that the account is to be deleted.', {
      password: ['String!', 'The current password.'],
    }),
    payload: DonePayload,
    run: (context, { password }) => done(deleteAccount(context, password)),
  }),
  mutation('exportMyData', {
    about: 'Returns a link, valid for 15 minutes, to a zip file with everything that the service stores about you.',
    // The archive contains everything, and its URL works without a key.
    scope: 'ALL',
    codes: [],
    // The archive that it links to reads everything that its owner has.
    cost: price('exportMyData', 500),
    payload: ExportMyDataPayload,
    run: (context) => exportMyData(context),
  }),
];
