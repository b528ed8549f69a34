import { Arg, Args, Ctx, FieldResolver, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import type { MessageRow } from '../../src/domain/conversations/message.queries.ts';
import { deleteMessage } from '../../src/domain/conversations/delete-message.ts';
import { searchMessages } from '../../src/domain/conversations/search-messages.ts';
import { sendMessage } from '../../src/domain/conversations/send-message.ts';
import { newestFirst } from '../pagination/orders.ts';
import { databaseIdOf } from '../global-id.ts';
import { User } from '../people/user.type.ts';
import { DeleteMessageInput, SearchMessagesArgs, SendMessageInput } from './conversation.input.ts';
import { Conversation } from './conversation.type.ts';
import { FoundMessageConnection, Message } from './message.type.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { price } from '../prices.ts';
import { outputFields } from '../fields.ts';

@ObjectType({ description: 'Result of `sendMessage`.' })
class SendMessagePayload extends outputFields({ message: ['Message!', 'The message as stored.'] }) {}

@ObjectType({ description: 'Result of `deleteMessage`.' })
class DeleteMessagePayload extends outputFields({ message: ['Message!', 'What is left of the message.'] }) {}

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

  @Mutation(() => SendMessagePayload, {
    nullable: true,
    description: 'Writes a message in a conversation that you take part in.',
  })
  @RootField({
    scope: 'CONVERSATIONS_WRITE',
    codes: ['NOT_FOUND', 'BLOCKED'],
  })
  async sendMessage(
    @Arg('input', () => SendMessageInput) { conversationId, message }: SendMessageInput,
    @Ctx() context: Context,
  ): Promise<SendMessagePayload> {
    const id = databaseIdOf('Conversation', conversationId, 'conversationId');
    return { message: await sendMessage(context, id, message) };
  }

  @Mutation(() => DeleteMessagePayload, {
    nullable: true,
    description:
      'Deletes your own message for everybody. Its text is gone, and the participants see that a message was deleted. Deleting it again changes nothing.',
  })
  @RootField({ scope: 'CONVERSATIONS_WRITE', codes: ['NOT_FOUND'] })
  async deleteMessage(
    @Arg('input', () => DeleteMessageInput) { id }: DeleteMessageInput,
    @Ctx() context: Context,
  ): Promise<DeleteMessagePayload> {
    return { message: await deleteMessage(context, databaseIdOf('Message', id, 'id')) };
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
