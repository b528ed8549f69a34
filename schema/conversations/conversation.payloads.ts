import { Field, ID, Int, ObjectType } from 'type-graphql';
import { User } from '../people/user.type.ts';
import { Conversation } from './conversation.type.ts';
import { Message } from './message.type.ts';
import type { Ref } from '../rows.ts';
import { Cost, price } from '../prices.ts';

@ObjectType({ description: 'Result of a mutation that starts or changes a conversation.', simpleResolvers: true })
export class ConversationPayload {
  @Field(() => Conversation, { description: 'The conversation after the change.' })
  conversation!: Ref<'Conversation'>;
  @Field(() => User, { description: 'You, with your number of unread messages after the change.' })
  viewer!: Ref<'User'>;
  @Field(() => Int, { description: 'The number of your unread notifications after the change.' })
  @Cost(price('unreadNotificationCount', 20))
  unreadNotificationCount!: number | Promise<number>;
}

@ObjectType({ description: 'Result of `leaveConversation`.', simpleResolvers: true })
export class LeaveConversationPayload {
  @Field(() => ID, { description: 'Id of the conversation that you have left.' })
  conversationId!: string;
}

@ObjectType({ description: 'Result of `sendMessage`.', simpleResolvers: true })
export class SendMessagePayload {
  @Field(() => Message, { description: 'The message as stored.' })
  message!: Ref<'Message'>;
}

@ObjectType({ description: 'Result of `deleteMessage`.', simpleResolvers: true })
export class DeleteMessagePayload {
  @Field(() => Message, { description: 'What is left of the message.' })
  message!: Ref<'Message'>;
}
