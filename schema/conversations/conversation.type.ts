import { Field, ID, Int, ObjectType } from 'type-graphql';
import { listedRecipients } from '../../src/domain/conversations/conversation.queries.ts';
import { connectionType } from '../pagination/connection.ts';
import { Placement } from '../enums.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { Message } from './message.type.ts';
import type { Ref, RowOf } from '../rows.ts';

@ObjectType({ implements: Node, description: 'A talk between users, as you see it.', simpleResolvers: true })
export class Conversation extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'The integer that REST shows.' })
  declare databaseId: number;
  @Field(() => DateTime, { description: 'When it was started.' })
  createdDate!: string;
  @Field(() => User, { nullable: true, description: 'Who started it; null when they deleted their account or left.' })
  startedBy!: Ref<'User'> | null;
  @Field(() => [User], {
    description: `Everyone in it, yourself included; in lists at most ${listedRecipients} of them: ask \`conversation\` for all.`,
  })
  recipients!: Ref<'User'>[];
  @Field(() => Int, { description: 'How many people are in it, yourself included.' })
  recipientCount!: number;
  @Field(() => [String], { description: 'Names of participants who deleted their accounts.' })
  pastUsersInvolved!: string[];
  @Field(() => Placement, { description: 'Where it lies for you.' })
  placement!: string;
  @Field(() => Boolean, { description: 'Whether others wrote what you have not marked as read.' })
  hasUnreadMessages!: boolean;
  @Field(() => Int, { description: 'How many such messages.' })
  unreadMessages!: number;
  @Field(() => Message, { description: 'Its newest message.' })
  lastMessage!: Ref<'Message'>;
}

@ObjectType({ description: 'A page of conversations, by last activity, newest first.', simpleResolvers: true })
export class ConversationConnection extends connectionType<RowOf<'Conversation'>>(
  () => Conversation,
  'Conversation',
  'conversations',
) {
  @Field(() => Int, { description: 'How many there are in all.' })
  totalCount!: number | Promise<number>;
}
