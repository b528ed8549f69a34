import { Field, ID, Int, ObjectType } from 'type-graphql';
import { connectionType } from '../pagination/connection.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { Conversation } from './conversation.type.ts';
import type { Ref, RowOf } from '../rows.ts';
import { Scope } from '../scope.ts';

@ObjectType({ implements: Node, description: 'One message of a conversation.', simpleResolvers: true })
@Scope('CONVERSATIONS_READ')
export class Message extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, {
    description: 'Integer id, as in the REST interface. Later messages of a conversation have larger ids.',
  })
  declare databaseId: number;
  @Field(() => Conversation, { description: 'The conversation it belongs to.' })
  conversation!: Ref<'Conversation'>;
  @Field(() => DateTime, { description: 'When it was written.' })
  createdDate!: string;
  @Field(() => String, { description: 'Text; empty when it was deleted.' })
  message!: string;
  @Field(() => User, {
    nullable: true,
    description: 'The sender. Null when the sender has deleted the account or has blocked you.',
  })
  user!: Ref<'User'> | null;
  @Field(() => String, { description: 'The name of the sender when `user` is null; otherwise empty.' })
  userDeletedName!: string;
  @Field(() => Boolean, { description: 'Whether staff have hidden it. Then only its sender sees it.' })
  isHidden!: boolean;
  @Field(() => Boolean, { description: 'Whether its sender has deleted it.' })
  isDeleted!: boolean;
  @Field(() => Boolean, { description: 'Whether you may delete it: it is yours, and not deleted yet.' })
  viewerCanDelete!: boolean;
}

@ObjectType({ description: 'A page of messages.', simpleResolvers: true })
export class MessageConnection extends connectionType<RowOf<'Message'>>(() => Message, 'Message', 'messages') {
  @Field(() => Int, { description: 'The total number of items.' })
  totalCount!: number | Promise<number>;
}

@ObjectType({
  description:
    'A page of matching messages, newest first. It has no total number, because a search ends with its page.',
  simpleResolvers: true,
})
export class FoundMessageConnection extends connectionType<RowOf<'Message'>>(
  () => Message,
  'FoundMessage',
  'found messages',
) {}
