import { Field, ID, InputType } from 'type-graphql';
import type { ScopeName } from '../../src/domain/rules/scopes.ts';
import { ApiKeyScope } from '../enums.ts';
import { DateTime } from '../scalars.ts';

@InputType({ description: 'The account to create.' })
export class RegisterInput {
  @Field(() => String, { description: 'Given name.' })
  firstName!: string;
  @Field(() => String, { description: 'Family name.' })
  lastName!: string;
  @Field(() => String, { description: 'E-mail address.' })
  email!: string;
  @Field(() => String, {
    description: 'Password of at least 8 characters, which must not be one of the most common ones.',
  })
  password!: string;
  @Field(() => String, {
    nullable: true,
    description:
      'The link in the mail of an invitation to this address. It proves the address, and the user who sent the invitation becomes a friend.',
  })
  invitation?: string | null;
}

@InputType({ description: 'The credentials to sign in with.' })
export class SignInInput {
  @Field(() => String, { description: 'E-mail address.' })
  email!: string;
  @Field(() => String, { description: 'Password.' })
  password!: string;
}

@InputType({ description: 'The account whose password was forgotten.' })
export class RequestPasswordResetInput {
  @Field(() => String, { description: 'E-mail address of the account.' })
  email!: string;
}

@InputType({ description: 'The new password and the token that authorizes it.' })
export class FinishPasswordResetInput {
  @Field(() => String, { description: 'Token from the mailed link.' })
  token!: string;
  @Field(() => String, { description: 'New password of at least 8 characters.' })
  newPassword!: string;
}

@InputType({ description: 'The current and the new password.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'The current password.' })
  oldPassword!: string;
  @Field(() => String, { description: 'New password of at least 8 characters.' })
  newPassword!: string;
}

@InputType({ description: 'The API key to create.' })
export class CreateApiKeyInput {
  @Field(() => String, { description: 'What you call it, up to 100 characters.' })
  name!: string;
  @Field(() => [ApiKeyScope], { description: 'What it may be used for: no more than the key in use.' })
  scopes!: ScopeName[];
  @Field(() => DateTime, {
    nullable: true,
    description:
      'When it expires, in the future. Without it, the key does not expire. If the key in use expires, this must be given and must not be later.',
  })
  expiresDate?: string | null;
}

@InputType({ description: 'The API key to revoke.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: 'Id of the key.' })
  id!: string;
}

@InputType({ description: 'The confirmation that the account is to be deleted.' })
export class DeleteAccountInput {
  @Field(() => String, { description: 'The current password.' })
  password!: string;
}

@InputType({ description: 'The credentials to sign in with the social network.' })
export class SignInWithSocialNetworkInput {
  @Field(() => String, {
    description:
      'Access token of the social network, issued for this service with the permission to read the e-mail address.',
  })
  token!: string;
}

@InputType({ description: 'The social network to disconnect.' })
export class DisconnectSocialAccountInput {
  @Field(() => String, { description: 'The name of the network, as `socialAccounts` has it.' })
  network!: string;
}
