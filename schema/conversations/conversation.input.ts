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
    defaultValue: defaultPage,
    description: `Most conversations wanted, up to ${pageCaps.conversations}.`,
  })
  declare first: number;
  @Field(() => Placement, { defaultValue: 'inbox', description: 'Those that lie there for you.' })
  placement!: PlacementWord;
  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Whether the inbox has what waits among your requests, too, as the REST interface shows it.',
  })
  withRequests!: boolean;
}

@ArgsType()
export class SearchMessagesArgs {
  @Field(() => String, { description: 'A part of the text, whatever its case.' })
  query!: string;
  @Field(() => ID, { nullable: true, description: 'Only in this conversation.' })
  conversationId?: string | null;
  @Field(() => Int, { defaultValue: defaultPage, description: `Most messages wanted, up to ${pageCaps.list}.` })
  first!: number;
  @Field(() => String, { nullable: true, description: 'Only what comes after this cursor.' })
  after?: string | null;
}

@InputType({ description: 'A new conversation with its first message.' })
export class StartConversationInput {
  @Field(() => [ID], { description: 'Ids of the users it is with; up to 100.' })
  recipientIds!: string[];
  @Field(() => String, { description: `Text of the first message, up to ${longest('text')}.` })
  message!: string;
}

@InputType({ description: 'A new message.' })
export class SendMessageInput {
  @Field(() => ID, { description: 'Id of the conversation.' })
  conversationId!: string;
  @Field(() => String, { description: `Text, up to ${longest('text')}.` })
  message!: string;
}

@InputType({ description: 'Up to where a conversation was read.' })
export class MarkConversationReadInput {
  @Field(() => ID, { description: 'Id of the conversation.' })
  id!: string;
  @Field(() => ID, { description: 'Id of the last message that was read.' })
  lastMessageId!: string;
}

@InputType({ description: 'Which request to accept.' })
export class AcceptConversationInput {
  @Field(() => ID, { description: 'Id of the conversation.' })
  id!: string;
}

@InputType({ description: 'Which conversation to leave.' })
export class LeaveConversationInput {
  @Field(() => ID, { description: 'Id of the conversation.' })
  id!: string;
}

@InputType({ description: 'Which conversation to move.' })
export class MoveConversationInput {
  @Field(() => ID, { description: 'Id of the conversation.' })
  id!: string;
}
