import { Field, ID, ObjectType } from 'type-graphql';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import type { Ref } from '../rows.ts';

@ObjectType({
  implements: Node,
  description: 'One sign-in of one device; the key itself is never shown again.',
  simpleResolvers: true,
})
export class ApiKey extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id.' })
  declare databaseId: number;
  @Field(() => String, { description: 'What signed in: its User-Agent.' })
  label!: string;
  @Field(() => DateTime, { description: 'When it signed in.' })
  createdDate!: string;
}

@ObjectType({ description: 'A fresh sign-in.', simpleResolvers: true })
export class SignInPayload {
  @Field(() => String, { description: 'Name for the header `Authorization: ApiKey <username>:<apiKey>`.' })
  username!: string;
  @Field(() => String, { description: 'The key, shown this once; also usable as `Authorization: Bearer <apiKey>`.' })
  apiKey!: string;
  @Field(() => User, {
    nullable: true,
    description:
      'Who signed in, as far as it can be seen without a key: ask `me` with the new one for the rest. Null when more was asked for here; the key is good all the same.',
  })
  user!: Ref<'User'> | null;
}

@ObjectType({ description: 'A fresh sign-in with the social network.', simpleResolvers: true })
export class SocialSignInPayload extends SignInPayload {
  @Field(() => Boolean, { description: 'Whether the account was made just now.' })
  created!: boolean;
  @Field(() => [User], { description: 'Who became a friend by that: friends there who have an account here.' })
  autoCreatedFriends!: Ref<'User'>[];
}

@ObjectType({ description: 'Result of a mutation that has nothing to show but that it worked.', simpleResolvers: true })
export class DonePayload {
  @Field(() => Boolean, { description: 'Always true; anything else is an error.' })
  done!: boolean;
}

@ObjectType({ description: 'Where the data of an account can be fetched.', simpleResolvers: true })
export class ExportMyDataPayload {
  @Field(() => String, { description: 'Signed URL of a zip file; works without a key. Whoever has it has the data.' })
  url!: string;
  @Field(() => DateTime, { description: 'Until when it works.' })
  expiresDate!: string;
}
