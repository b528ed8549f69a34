import { Args, Ctx, FieldResolver, Query, Resolver, Root, ArgsType } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import type { MessageRow } from '../../src/domain/conversations/message.queries.ts';
import { deleteMessage } from '../../src/domain/conversations/delete-message.ts';
import { searchMessages } from '../../src/domain/conversations/search-messages.ts';
import { sendMessage } from '../../src/domain/conversations/send-message.ts';
import { newestFirst } from '../pagination/orders.ts';
import { databaseIdOf } from '../global-id.ts';
import { User } from '../people/user.type.ts';
import { Conversation } from './conversation.type.ts';
import { FoundMessageConnection, Message } from './message.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { price } from '../prices.ts';
import { inputFields } from '../fields.ts';
import { pageCaps, defaultPage } from '../pagination/page-sizes.ts';
import { longest } from '../lengths.ts';
import { input, mutation } from '../mutation.ts';

@ArgsType()
class SearchMessagesArgs extends inputFields({
  query: ['String!', 'A part of the text, compared without case.'],
  conversationId: ['ID', 'Only messages of this conversation.'],
  first: ['Int', `The largest number of messages to return, up to ${pageCaps.list}; ${defaultPage} by default.`],
  after: ['String', 'Only items after this cursor.'],
}) {}

@Resolver(() => Message)
export class MessageResolver implements Resolves<Message, RowOf<'Message'>> {
  @Query(() => FoundMessageConnection, {
    nullable: true,
    description:
      'Messages that contain a text, newest first. Your inbox and archive are searched, but not hidden conversations. It pages forwards only.',
  })
  // What it reads grows with what one has: what was written and received, the places of routes. Measured is an ordinary person.
  @RootField({
    scope: 'CONVERSATIONS_READ',
    cost: price('searchMessages', 100),
    listOf: ['conversationId', 'Conversation'],
  })
  searchMessages(@Args() args: SearchMessagesArgs, @Ctx() context: Context): Promise<FoundMessageConnection> {
    const { query, conversationId } = args;
    const within = conversationId == null ? null : databaseIdOf('Conversation', conversationId, 'conversationId');
    return newestFirst(
      { ...args, offset: 0 },
      ({ limit, after }) => searchMessages(context, { query, conversationId: within, limit, before: after }),
      null,
    );
  }

  @FieldResolver(() => Boolean)
  viewerCanDelete(@Root() { userId, isDeleted }: MessageRow, @Ctx() { viewer }: Context): boolean {
    return userId === viewer?.id && !isDeleted;
  }

  @FieldResolver(() => Conversation)
  conversation(@Root() message: MessageRow): Ref<'Conversation'> {
    return { id: message.conversationId };
  }

  @FieldResolver(() => User)
  user(@Root() message: MessageRow): Ref<'User'> | null {
    return message.user ?? (message.userId === null ? null : { id: message.userId });
  }
}

export const messageMutations = [
  mutation('sendMessage', {
    about: 'Writes a message in a conversation that you take part in.',
    scope: 'CONVERSATIONS_WRITE',
    codes: ['NOT_FOUND', 'BLOCKED'],
    input: input('A message.', {
      conversationId: ['ID<Conversation>!', 'Id of the conversation.'],
      message: ['String!', `Text, up to ${longest('text')}.`],
    }),
    payload: { message: ['Message!', 'The message as stored.'] },
    run: async (context, { conversationId, message }) => ({
      message: await sendMessage(context, conversationId, message),
    }),
  }),
  mutation('deleteMessage', {
    about:
      'Deletes your own message for everybody. Its text is gone, and the participants see that a message was deleted. Deleting it again changes nothing.',
    scope: 'CONVERSATIONS_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The message to delete.', { id: ['ID<Message>!', 'Id of the message.'] }),
    payload: { message: ['Message!', 'What is left of the message.'] },
    run: async (context, { id }) => ({ message: await deleteMessage(context, id) }),
  }),
];
