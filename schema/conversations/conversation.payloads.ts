import { Field, ID, ObjectType } from 'type-graphql';
import { ViewerPayload } from '../people/viewer.payloads.ts';
import { Conversation } from './conversation.type.ts';
import { Message } from './message.type.ts';
import type { Ref } from '../rows.ts';

@ObjectType({ description: 'Result of a mutation that starts or changes a conversation.', simpleResolvers: true })
export class ConversationPayload extends ViewerPayload {
  @Field(() => Conversation, { description: 'The conversation after the change.' })
  conversation!: Ref<'Conversation'>;
}

@ObjectType({ description: 'Result of `leaveConversation`.', simpleResolvers: true })
export class LeaveConversationPayload extends ViewerPayload {
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
