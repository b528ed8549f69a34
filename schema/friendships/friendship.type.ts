import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { FriendshipStatus } from '../enums.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import type { Ref, RowOf } from '../rows.ts';

@ObjectType({ implements: Node, description: 'A friendship, asked for or accepted.', simpleResolvers: true })
export class Friendship extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => User, { description: 'Who asked.' })
  requester!: Ref<'User'>;
  @Field(() => User, { description: 'Who was asked.' })
  requested!: Ref<'User'>;
  @Field(() => FriendshipStatus, { description: 'Whether it was accepted.' })
  status!: string;
  @Field(() => DateTime, { description: 'When it was asked for.' })
  createdDate!: string;
  @Field(() => DateTime, { nullable: true, description: 'When it was accepted; null while pending.' })
  acceptedDate!: string | null;
}

@ObjectType({ description: 'A page of friendships, newest first.', simpleResolvers: true })
export class FriendshipConnection extends connectionType<RowOf<'Friendship'>>(
  () => Friendship,
  'Friendship',
  'friendships',
) {
  @Field(() => Int, { description: 'How many there are that you may see.' })
  totalCount!: number | Promise<number>;
}
