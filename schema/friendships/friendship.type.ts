import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { FriendshipStatus } from '../enums.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import type { Ref, RowOf } from '../rows.ts';
import { Scope } from '../scope.ts';

@ObjectType({ implements: Node, description: 'A friendship, pending or accepted.', simpleResolvers: true })
@Scope('FRIENDSHIPS_READ')
export class Friendship extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => User, { description: 'The user who sent the request.' })
  requester!: Ref<'User'>;
  @Field(() => User, { description: 'The user who received the request.' })
  requested!: Ref<'User'>;
  @Field(() => FriendshipStatus, { description: 'Whether it is pending or accepted.' })
  status!: string;
  @Field(() => DateTime, { description: 'When it was requested.' })
  createdDate!: string;
  @Field(() => DateTime, { nullable: true, description: 'When it was accepted. Null while it is pending.' })
  acceptedDate!: string | null;
}

@ObjectType({ description: 'A page of friendships, newest first.', simpleResolvers: true })
export class FriendshipConnection extends connectionType<RowOf<'Friendship'>>(
  () => Friendship,
  'Friendship',
  'friendships',
) {
  @Field(() => Int, { description: 'The total number of items that you may see.' })
  totalCount!: number | Promise<number>;
}
