import { Arg, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
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
import { databaseIdOf } from '../global-id.ts';
import {
  ChangePasswordInput,
  CreateApiKeyInput,
  DeleteAccountInput,
  FinishPasswordResetInput,
  RegisterInput,
  RequestPasswordResetInput,
  RevokeApiKeyInput,
  SignInInput,
  SignInWithSocialNetworkInput,
} from './account.input.ts';
import {
  ApiKey,
  CreateApiKeyPayload,
  DonePayload,
  ExportMyDataPayload,
  SignInPayload,
  SocialSignInPayload,
} from './account.type.ts';
import { loadRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { price } from '../prices.ts';

const done = { done: true };

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

  @Mutation(() => SignInPayload, { nullable: true, description: 'Creates an account and signs it in.' })
  // A password is verified or hashed.
  @RootField({
    scope: 'no key',
    codes: ['EMAIL_TAKEN'],
    cost: price('register', 500),
  })
  async register(
    @Arg('input', () => RegisterInput) input: RegisterInput,
    @Ctx() context: Context,
  ): Promise<SignInPayload> {
    return signedIn(context, await register(context, input));
  }

  @Mutation(() => SignInPayload, {
    nullable: true,
    description: 'Signs in with e-mail address and password, and issues a new API key.',
  })
  // A password is verified or hashed.
  @RootField({ scope: 'no key', codes: ['WRONG_PASSWORD'], cost: price('signIn', 500) })
  async signIn(@Arg('input', () => SignInInput) input: SignInInput, @Ctx() context: Context): Promise<SignInPayload> {
    return signedIn(context, await signIn(context, input.email, input.password));
  }

  @Mutation(() => SocialSignInPayload, {
    nullable: true,
    description:
      'Signs in with a token of the social network, to the account with the same e-mail address or to a new account.',
  })
  // It may make an account, as `register` does.
  @RootField({
    scope: 'no key',
    codes: ['SOCIAL_OFF', 'SOCIAL_TOKEN_REJECTED', 'SOCIAL_UNAVAILABLE', 'EMAIL_TAKEN'],
    cost: 500,
  })
  async signInWithSocialNetwork(
    @Arg('input', () => SignInWithSocialNetworkInput) input: SignInWithSocialNetworkInput,
    @Ctx() context: Context,
  ): Promise<SocialSignInPayload> {
    return sociallySignedIn(context, await signInWithSocialNetwork(context, input.token));
  }

  @Mutation(() => DonePayload, {
    nullable: true,
    description:
      'Revokes the API key of this request, whatever it may be used for. It stops working at once, and its subscriptions end.',
  })
  // A key with any scope can end itself.
  @RootField({ scope: 'any key', codes: [] })
  async signOut(@Ctx() context: Context): Promise<DonePayload> {
    await signOut(context);
    return done;
  }

  @Mutation(() => DonePayload, { nullable: true, description: 'Sends a mail with a link that sets a new password.' })
  @RootField({ scope: 'no key', codes: ['EMAIL_UNKNOWN'] })
  async requestPasswordReset(
    @Arg('input', () => RequestPasswordResetInput) input: RequestPasswordResetInput,
    @Ctx() context: Context,
  ): Promise<DonePayload> {
    await requestPasswordReset(context, input.email);
    return done;
  }

  @Mutation(() => DonePayload, {
    nullable: true,
    description: 'Sets a new password with the token from the mailed link, and revokes all API keys.',
  })
  // A password is verified or hashed.
  @RootField({ scope: 'no key', codes: [], cost: 500 })
  async finishPasswordReset(
    @Arg('input', () => FinishPasswordResetInput) input: FinishPasswordResetInput,
    @Ctx() context: Context,
  ): Promise<DonePayload> {
    await finishPasswordReset(context, input.token, input.newPassword);
    return done;
  }

  @Mutation(() => DonePayload, {
    nullable: true,
    description: 'Sets a new password, and revokes all API keys except the one in use.',
  })
  // It revokes all other keys, including those with more scopes.
  // A password is verified, and another one hashed.
  @RootField({ scope: 'ALL', codes: ['OLD_PASSWORD_MISMATCH'], cost: 500 })
  async changePassword(
    @Arg('input', () => ChangePasswordInput) input: ChangePasswordInput,
    @Ctx() context: Context,
  ): Promise<DonePayload> {
    await changePassword(context, input.oldPassword, input.newPassword);
    return done;
  }

  @Mutation(() => CreateApiKeyPayload, {
    nullable: true,
    description:
      'Creates an API key, for a program that acts for you. It can do no more than the key in use, and not for longer.',
  })
  @RootField({
    scope: 'ACCOUNTS_WRITE',
    codes: ['TOO_MANY_KEYS'],
  })
  createApiKey(
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
    @Ctx() context: Context,
  ): Promise<CreateApiKeyPayload> {
    return createApiKey(context, input);
  }

  @Mutation(() => DonePayload, {
    nullable: true,
    description:
      'Revokes one of your API keys, which stops working at once. A key cannot revoke one that may be used for more.',
  })
  @RootField({ scope: 'ACCOUNTS_WRITE', codes: ['NOT_FOUND'] })
  async revokeApiKey(
    @Arg('input', () => RevokeApiKeyInput) input: RevokeApiKeyInput,
    @Ctx() context: Context,
  ): Promise<DonePayload> {
    await revokeApiKey(context, databaseIdOf('ApiKey', input.id, 'id'));
    return done;
  }

  @Mutation(() => DonePayload, {
    nullable: true,
    description:
      'Deletes your account permanently, with its workouts, posts, comments, likes, friendships and API keys. Messages remain with their recipients, with your name only.',
  })
  @RootField({ scope: 'ALL', codes: ['OLD_PASSWORD_MISMATCH'], cost: 1000 })
  async deleteAccount(
    @Arg('input', () => DeleteAccountInput) input: DeleteAccountInput,
    @Ctx() context: Context,
  ): Promise<DonePayload> {
    await deleteAccount(context, input.password);
    return done;
  }

  @Mutation(() => ExportMyDataPayload, {
    nullable: true,
    description:
      'Returns a link, valid for 15 minutes, to a zip file with everything that the service stores about you.',
  })
  // The archive contains everything, and its URL works without a key.
  // The archive that it links to reads everything that its owner has.
  @RootField({ scope: 'ALL', codes: [], cost: price('exportMyData', 500) })
  exportMyData(@Ctx() context: Context): Promise<ExportMyDataPayload> {
    return exportMyData(context);
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
