import { Field, ID, Int, ObjectType } from 'type-graphql';
import { listedRecipients } from '../../src/domain/conversations/conversation.queries.ts';
import { connectionType } from '../pagination/connection.ts';
import { Placement } from '../enums.ts';
import { Node } from '../node.type.ts';
import { User } from '../people/user.type.ts';
import { DatabaseId, DateTime } from '../scalars.ts';
import { Message } from './message.type.ts';
import type { Ref, RowOf } from '../rows.ts';
import { Scope } from '../scope.ts';

@ObjectType({ implements: Node, description: 'A conversation between users, as you see it.', simpleResolvers: true })
@Scope('CONVERSATIONS_READ')
export class Conversation extends Node {
  @Field(() => ID, { description: 'Global id.' })
  declare id: string;
  @Field(() => DatabaseId, { description: 'Integer id, as in the REST interface.' })
  declare databaseId: number;
  @Field(() => DateTime, { description: 'When the conversation was started.' })
  createdDate!: string;
  @Field(() => User, {
    nullable: true,
    description: 'The user who started it. Null when that user has deleted the account, or you may not see them.',
  })
  startedBy!: Ref<'User'> | null;
  @Field(() => [User], {
    description: `All participants, including you. Lists show at most ${listedRecipients} of them; query \`conversation\` for all.`,
  })
  recipients!: Ref<'User'>[];
  @Field(() => Int, { description: 'The number of people who take part, including you.' })
  recipientCount!: number;
  @Field(() => [String], { description: 'Names of former participants who have deleted their accounts.' })
  pastUsersInvolved!: string[];
  @Field(() => Placement, { description: 'Where you find the conversation.' })
  placement!: string;
  @Field(() => Boolean, { description: 'Whether it has messages of others that you have not marked as read.' })
  hasUnreadMessages!: boolean;
  @Field(() => Int, { description: 'The number of messages of others that you have not marked as read.' })
  unreadMessages!: number;
  @Field(() => Message, {
    description:
      'Its newest message. Fails with NOT_FOUND in a conversation in which nobody has written: select `newestMessage`.',
  })
  lastMessage!: Ref<'Message'>;
  @Field(() => Message, { nullable: true, description: 'Its newest message. Null while nobody has written.' })
  newestMessage!: Ref<'Message'> | null;
}

@ObjectType({ description: 'A page of conversations, the most recently active first.', simpleResolvers: true })
export class ConversationConnection extends connectionType<RowOf<'Conversation'>>(
  () => Conversation,
  'Conversation',
  'conversations',
) {
  @Field(() => Int, { description: 'The total number of items.' })
  totalCount!: number | Promise<number>;
}
