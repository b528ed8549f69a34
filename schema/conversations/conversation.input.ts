import { ArgsType, Field, ID, InputType, Int } from 'type-graphql';
import type { Placement as PlacementWord } from '../../src/domain/conversations/placement.ts';
import { defaultPage, pageCaps } from '../pagination/page-sizes.ts';
import { ForwardPage } from '../pagination/page.input.ts';
import { Placement } from '../enums.ts';
import { longest } from '../lengths.ts';

@ArgsType()
export class ConversationArgs {
  @Field(() => ID, { description: 'Id of the conversation.' })
  id!: string;
}

@ArgsType()
export class ConversationsArgs extends ForwardPage {
  @Field(() => Int, {
    nullable: true,
    description: `The largest number of conversations to return, up to ${pageCaps.conversations}; ${defaultPage} by default.`,
  })
  declare first?: number | null;
  @Field(() => Placement, { defaultValue: 'inbox', description: 'Only conversations with this placement.' })
  placement!: PlacementWord;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the inbox includes your conversation requests, as it does in the REST interface.',
  })
  withRequests!: boolean;
}

@ArgsType()
export class SearchMessagesArgs {
  @Field(() => String, { description: 'A part of the text, compared without case.' })
  query!: string;
  @Field(() => ID, { nullable: true, description: 'Only messages of this conversation.' })
  conversationId?: string | null;
  @Field(() => Int, {
    nullable: true,
    description: `The largest number of messages to return, up to ${pageCaps.list}; ${defaultPage} by default.`,
  })
  first?: number | null;
  @Field(() => String, { nullable: true, description: 'Only items after this cursor.' })
  after?: string | null;
}

@InputType({ description: 'The conversation to start, with its first message.' })
export class StartConversationInput {
  @Field(() => [ID], { description: 'Ids of the recipients, at most 100.' })
  recipientIds!: string[];
  @Field(() => String, { description: `Text of the first message, up to ${longest('text')}.` })
  message!: string;
}

@InputType({ description: 'A message.' })
export class SendMessageInput {
  @Field(() => ID, { description: 'Id of the conversation.' })
  conversationId!: string;
  @Field(() => String, { description: `Text, up to ${longest('text')}.` })
  message!: string;
}

@InputType({ description: 'The message to delete.' })
export class DeleteMessageInput {
  @Field(() => ID, { description: 'Id of the message.' })
  id!: string;
}

@InputType({ description: 'How far a conversation was read.' })
export class MarkConversationReadInput {
  @Field(() => ID, { description: 'Id of the conversation.' })
  id!: string;
  @Field(() => ID, { description: 'Id of the last message that was read.' })
  lastMessageId!: string;
}

@InputType({ description: 'The request to accept.' })
export class AcceptConversationInput {
  @Field(() => ID, { description: 'Id of the conversation.' })
  id!: string;
}

@InputType({ description: 'The conversation to leave.' })
export class LeaveConversationInput {
  @Field(() => ID, { description: 'Id of the conversation.' })
  id!: string;
}

@InputType({ description: 'The conversation to move.' })
export class MoveConversationInput {
  @Field(() => ID, { description: 'Id of the conversation.' })
  id!: string;
}
