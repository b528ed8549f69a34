import { InputType } from 'type-graphql';
import { inputFields } from '../fields.ts';

@InputType({ description: 'The account to create.' })
export class RegisterInput extends inputFields({
  firstName: ['String!', 'Given name.'],
  lastName: ['String!', 'Family name.'],
  email: ['String!', 'E-mail address.'],
  password: ['String!', 'Password of at least 8 characters, which must not be one of the most common ones.'],
  invitation: [
    'String',
    'The link in the mail of an invitation to this address. It proves the address, and the user who sent the invitation becomes a friend.',
  ],
}) {}

@InputType({ description: 'The credentials to sign in with.' })
export class SignInInput extends inputFields({
  email: ['String!', 'E-mail address.'],
  password: ['String!', 'Password.'],
}) {}

@InputType({ description: 'The account whose password was forgotten.' })
export class RequestPasswordResetInput extends inputFields({ email: ['String!', 'E-mail address of the account.'] }) {}

@InputType({ description: 'The new password and the token that authorizes it.' })
export class FinishPasswordResetInput extends inputFields({
  token: ['String!', 'Token from the mailed link.'],
  newPassword: ['String!', 'New password of at least 8 characters.'],
}) {}

@InputType({ description: 'The current and the new password.' })
export class ChangePasswordInput extends inputFields({
  oldPassword: ['String!', 'The current password.'],
  newPassword: ['String!', 'New password of at least 8 characters.'],
}) {}

@InputType({ description: 'The API key to create.' })
export class CreateApiKeyInput extends inputFields({
  name: ['String!', 'What you call it, up to 100 characters.'],
  scopes: ['[ApiKeyScope!]!', 'What it may be used for: no more than the key in use.'],
  expiresDate: [
    'DateTime',
    'When it expires, in the future. Without it, the key does not expire. If the key in use expires, this must be given and must not be later.',
  ],
}) {}

@InputType({ description: 'The API key to revoke.' })
export class RevokeApiKeyInput extends inputFields({ id: ['ID!', 'Id of the key.'] }) {}

@InputType({ description: 'The confirmation that the account is to be deleted.' })
export class DeleteAccountInput extends inputFields({ password: ['String!', 'The current password.'] }) {}

@InputType({ description: 'The credentials to sign in with the social network.' })
export class SignInWithSocialNetworkInput extends inputFields({
  token: [
    'String!',
    'Access token of the social network, issued for this service with the permission to read the e-mail address.',
  ],
}) {}

@InputType({ description: 'The social network to disconnect.' })
export class DisconnectSocialAccountInput extends inputFields({
  network: ['String!', 'The name of the network, as `socialAccounts` has it.'],
}) {}
