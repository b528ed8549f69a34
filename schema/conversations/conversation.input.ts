import { ArgsType, InputType } from 'type-graphql';
import { defaultPage, pageCaps } from '../pagination/page-sizes.ts';
import { ForwardPage } from '../pagination/page.input.ts';
import { longest } from '../lengths.ts';
import { inputFields } from '../fields.ts';

@ArgsType()
export class ConversationArgs extends inputFields({ id: ['ID!', 'Id of the conversation.'] }) {}

@ArgsType()
export class ConversationsArgs extends inputFields(ForwardPage, {
  first: [
    'Int',
    `The largest number of conversations to return, up to ${pageCaps.conversations}; ${defaultPage} by default.`,
  ],
  placement: ['Placement!', 'Only conversations with this placement.', 'inbox'],
  withRequests: [
    'Boolean!',
    'Whether the inbox includes your conversation requests, as it does in the REST interface.',
    false,
  ],
  withEmpty: [
    'Boolean!',
    'Whether conversations are included in which nobody has written, as another service that was taken over may have had them, and your conversation requests. They have no `lastMessage`: select `newestMessage`.',
    false,
  ],
}) {}

@ArgsType()
export class SearchMessagesArgs extends inputFields({
  query: ['String!', 'A part of the text, compared without case.'],
  conversationId: ['ID', 'Only messages of this conversation.'],
  first: ['Int', `The largest number of messages to return, up to ${pageCaps.list}; ${defaultPage} by default.`],
  after: ['String', 'Only items after this cursor.'],
}) {}

@InputType({ description: 'The conversation to start, with its first message.' })
export class StartConversationInput extends inputFields({
  recipientIds: ['[ID!]!', 'Ids of the recipients, at most 100.'],
  message: ['String!', `Text of the first message, up to ${longest('text')}.`],
}) {}

@InputType({ description: 'A message.' })
export class SendMessageInput extends inputFields({
  conversationId: ['ID!', 'Id of the conversation.'],
  message: ['String!', `Text, up to ${longest('text')}.`],
}) {}

@InputType({ description: 'The message to delete.' })
export class DeleteMessageInput extends inputFields({ id: ['ID!', 'Id of the message.'] }) {}

@InputType({ description: 'How far a conversation was read.' })
export class MarkConversationReadInput extends inputFields({
  id: ['ID!', 'Id of the conversation.'],
  lastMessageId: ['ID!', 'Id of the last message that was read.'],
}) {}

@InputType({ description: 'The request to accept.' })
export class AcceptConversationInput extends inputFields({ id: ['ID!', 'Id of the conversation.'] }) {}

@InputType({ description: 'The conversation to leave.' })
export class LeaveConversationInput extends inputFields({ id: ['ID!', 'Id of the conversation.'] }) {}

@InputType({ description: 'The conversation to move.' })
export class MoveConversationInput extends inputFields({ id: ['ID!', 'Id of the conversation.'] }) {}
