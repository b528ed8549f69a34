import { Field, ID, InputType } from 'type-graphql';

@InputType({ description: 'A new account.' })
export class RegisterInput {
  @Field(() => String, { description: 'Given name.' })
  firstName!: string;
  @Field(() => String, { description: 'Family name.' })
  lastName!: string;
  @Field(() => String, { description: 'E-mail address.' })
  email!: string;
  @Field(() => String, { description: 'Password of at least 8 characters, none of the most common ones.' })
  password!: string;
  @Field(() => String, {
    nullable: true,
    description:
      "The link of an invitation's mail to this address: it proves the address, and whoever invited it becomes a friend.",
  })
  invitation?: string | null;
}

@InputType({ description: 'Who signs in.' })
export class SignInInput {
  @Field(() => String, { description: 'E-mail address.' })
  email!: string;
  @Field(() => String, { description: 'Password.' })
  password!: string;
}

@InputType({ description: 'Who forgot their password.' })
export class RequestPasswordResetInput {
  @Field(() => String, { description: 'E-mail address of the account.' })
  email!: string;
}

@InputType({ description: 'The new password and the right to set it.' })
export class FinishPasswordResetInput {
  @Field(() => String, { description: 'Token of the mailed link.' })
  token!: string;
  @Field(() => String, { description: 'New password of at least 8 characters.' })
  newPassword!: string;
}

@InputType({ description: 'Old and new password.' })
export class ChangePasswordInput {
  @Field(() => String, { description: 'The password until now.' })
  oldPassword!: string;
  @Field(() => String, { description: 'New password of at least 8 characters.' })
  newPassword!: string;
}

@InputType({ description: 'Which key to revoke.' })
export class RevokeApiKeyInput {
  @Field(() => ID, { description: 'Id of the key.' })
  id!: string;
}

@InputType({ description: 'The confirmation that an account is to be deleted.' })
export class DeleteAccountInput {
  @Field(() => String, { description: 'The password, again.' })
  password!: string;
}

@InputType({ description: 'Who signs in with the social network.' })
export class SignInWithSocialNetworkInput {
  @Field(() => String, {
    description: 'Access token of the network, issued for this service with the permission to read the e-mail address.',
  })
  token!: string;
}
