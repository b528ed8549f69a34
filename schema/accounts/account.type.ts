import { Field, ID, ObjectType } from 'type-graphql';
import type { ScopeName } from '../../src/domain/rules/scopes.ts';
import { ApiKeyScope } from '../enums.ts';
import { Node } from '../node.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { Scope } from '../scope.ts';
import { outputFields } from '../fields.ts';

@ObjectType({
  implements: Node,
  description:
    'An API key: of one sign-in of one device, or created by its owner. The key itself is never shown again.',
  simpleResolvers: true,
})
@Scope('ACCOUNTS_READ')
export class ApiKey extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id.' })
  declare databaseId: number;
  @Field(() => String, { description: 'The User-Agent of the client that signed in, or that created the key.' })
  label!: string;
  @Field(() => String, { nullable: true, description: 'The name of a created key. Null for the key of a sign-in.' })
  name!: string | null;
  @Field(() => [ApiKeyScope], { description: 'What the key may be used for, in the fewest words.' })
  scopes!: ScopeName[];
  @Field(() => DateTime, { description: 'When the key was issued.' })
  createdDate!: string;
  @Field(() => Boolean, {
    description: 'Whether another service issued the key, before this one took its accounts over.',
  })
  takenOver!: boolean;
  @Field(() => DateTime, { nullable: true, description: 'When the key expires. Null when it does not.' })
  expiresDate!: string | null;
  @Field(() => Boolean, {
    description: 'Whether it is the key of this request. In the result of a sign-in, whether it is the new key.',
  })
  isCurrent!: boolean;
  @Field(() => DateTime, {
    nullable: true,
    description: 'The hour in which the key was last used. Null when it never was.',
  })
  lastUsedDate!: string | null;
  @Field(() => String, {
    nullable: true,
    description:
      'The network from which it was used then: `192.0.2.0/24`, or 48 bits of an IPv6 address. Null before the first use.',
  })
  lastUsedFrom!: string | null;
  @Field(() => String, {
    nullable: true,
    description: 'The User-Agent of the client that used it then. Null before the first use, and when it sent none.',
  })
  lastUsedBy!: string | null;
}

@ObjectType({ description: 'The result of a sign-in.' })
export class SignInPayload extends outputFields({
  username: ['String!', 'User name for the header `Authorization: ApiKey <username>:<apiKey>`.'],
  apiKey: [
    'String!',
    'The API key, which is shown only once. It can also be sent as `Authorization: Bearer <apiKey>`.',
  ],
  key: ['ApiKey!', 'What is known of the key, such as the id by which it can be revoked.'],
  user: [
    'User',
    'The user who signed in. Everything that is selected here is read as that user. Null when something in it cannot be read; the key is valid nevertheless.',
  ],
}) {}

@ObjectType({ description: 'The result of a sign-in with the social network.' })
export class SocialSignInPayload extends outputFields(SignInPayload, {
  created: ['Boolean!', 'Whether the account was created by this sign-in.'],
  autoCreatedFriends: [
    '[User!]!',
    'Users who became friends by this sign-in: friends on the social network who have an account here.',
  ],
}) {}

@ObjectType({ description: 'The new API key.' })
export class CreateApiKeyPayload extends outputFields({
  apiKey: ['String!', 'The API key, which is shown only once. It is sent as `Authorization: Bearer <apiKey>`.'],
  key: ['ApiKey!', 'What is known of it.'],
}) {}

@ObjectType({ description: 'Result of a mutation that returns nothing but its success.' })
export class DonePayload extends outputFields({
  done: ['Boolean!', 'Always true. Failures are reported as errors.'],
}) {}

/** The result, when the operation has succeeded. */
export async function done(operation: Promise<unknown>): Promise<DonePayload> {
  await operation;
  return { done: true };
}

@ObjectType({ description: 'Where the data of an account can be downloaded.' })
export class ExportMyDataPayload extends outputFields({
  url: [
    'String!',
    'Signed URL of a zip file. It works without an API key, so everyone who has the URL can download the data.',
  ],
  expiresDate: ['DateTime!', 'When the URL expires.'],
}) {}

@ObjectType({ description: 'A social network with which you can sign in to your account.', simpleResolvers: true })
export class SocialAccount {
  @Field(() => String, { description: 'The name of the network, as the service is configured.' })
  network!: string;
  @Field(() => DateTime, { description: 'When you have signed in with it for the first time.' })
  createdDate!: string;
}
