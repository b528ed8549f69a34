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
  @Query(() => [ApiKey], { description: 'Your API keys, newest first.' })
  apiKeys(@Ctx() context: Context): Promise<Ref<'ApiKey'>[]> {
    return listKeys(context);
  }

  @Mutation(() => SignInPayload, { description: 'Creates an account and signs it in.' })
  async register(
    @Arg('input', () => RegisterInput) input: RegisterInput,
    @Ctx() context: Context,
  ): Promise<SignInPayload> {
    return signedIn(context, await register(context, input));
  }

  @Mutation(() => SignInPayload, {
    description: 'Signs in with e-mail address and password, and issues a new API key.',
  })
  async signIn(@Arg('input', () => SignInInput) input: SignInInput, @Ctx() context: Context): Promise<SignInPayload> {
    return signedIn(context, await signIn(context, input.email, input.password));
  }

  @Mutation(() => SocialSignInPayload, {
    description:
      'Signs in with a token of the social network, to the account with the same e-mail address or to a new account.',
  })
  async signInWithSocialNetwork(
    @Arg('input', () => SignInWithSocialNetworkInput) input: SignInWithSocialNetworkInput,
    @Ctx() context: Context,
  ): Promise<SocialSignInPayload> {
    return sociallySignedIn(context, await signInWithSocialNetwork(context, input.token));
  }

  @Mutation(() => DonePayload, {
    description:
      'Revokes the API key of this request, whatever it may be used for. It stops working at once, and its subscriptions end.',
  })
  async signOut(@Ctx() context: Context): Promise<DonePayload> {
    await signOut(context);
    return done;
  }

  @Mutation(() => DonePayload, { description: 'Sends a mail with a link that sets a new password.' })
  async requestPasswordReset(
    @Arg('input', () => RequestPasswordResetInput) input: RequestPasswordResetInput,
    @Ctx() context: Context,
  ): Promise<DonePayload> {
    await requestPasswordReset(context, input.email);
    return done;
  }

  @Mutation(() => DonePayload, {
    description: 'Sets a new password with the token from the mailed link, and revokes all API keys.',
  })
  async finishPasswordReset(
    @Arg('input', () => FinishPasswordResetInput) input: FinishPasswordResetInput,
    @Ctx() context: Context,
  ): Promise<DonePayload> {
    await finishPasswordReset(context, input.token, input.newPassword);
    return done;
  }

  @Mutation(() => DonePayload, { description: 'Sets a new password, and revokes all API keys except the one in use.' })
  async changePassword(
    @Arg('input', () => ChangePasswordInput) input: ChangePasswordInput,
    @Ctx() context: Context,
  ): Promise<DonePayload> {
    await changePassword(context, input.oldPassword, input.newPassword);
    return done;
  }

  @Mutation(() => CreateApiKeyPayload, {
    description:
      'Creates an API key, for a program that acts for you. It can do no more than the key in use, and not for longer.',
  })
  createApiKey(
    @Arg('input', () => CreateApiKeyInput) input: CreateApiKeyInput,
    @Ctx() context: Context,
  ): Promise<CreateApiKeyPayload> {
    return createApiKey(context, input);
  }

  @Mutation(() => DonePayload, {
    description:
      'Revokes one of your API keys, which stops working at once. A key cannot revoke one that may be used for more.',
  })
  async revokeApiKey(
    @Arg('input', () => RevokeApiKeyInput) input: RevokeApiKeyInput,
    @Ctx() context: Context,
  ): Promise<DonePayload> {
    await revokeApiKey(context, databaseIdOf('ApiKey', input.id, 'id'));
    return done;
  }

  @Mutation(() => DonePayload, {
    description:
      'Deletes your account permanently, with its workouts, posts, comments, likes, friendships and API keys. Messages remain with their recipients, with your name only.',
  })
  async deleteAccount(
    @Arg('input', () => DeleteAccountInput) input: DeleteAccountInput,
    @Ctx() context: Context,
  ): Promise<DonePayload> {
    await deleteAccount(context, input.password);
    return done;
  }

  @Mutation(() => ExportMyDataPayload, {
    description:
      'Returns a link, valid for 15 minutes, to a zip file with everything that the service stores about you.',
  })
  exportMyData(@Ctx() context: Context): Promise<ExportMyDataPayload> {
    return exportMyData(context);
  }
}

/** The result of a sign-in. The user who has signed in reads it, and not the caller (decisions D280). */
async function signedIn(context: Context, { username, apiKey, userId }: SignedIn): Promise<SignInPayload> {
  const viewer = await viewerOfKey(context.database, apiKey);
  if (viewer) context.actAs(viewer);
  const key = viewer && (await loadRow(context, 'ApiKey', viewer.keyId));
  // The key was revoked since, because the password with which it was issued has been changed.
  if (!key) throw new Failure('WRONG_PASSWORD');
  return { username, apiKey, key, user: { id: userId } };
}

async function sociallySignedIn(context: Context, result: SocialSignedIn): Promise<SocialSignInPayload> {
  return Object.assign(await signedIn(context, result), {
    created: result.created,
    autoCreatedFriends: result.friendIds.map((id) => ({ id })),
  });
}
