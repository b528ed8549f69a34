import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import type { MessageRow } from '../../src/domain/conversations/message.queries.ts';
import { searchMessages } from '../../src/domain/conversations/search-messages.ts';
import { sendMessage } from '../../src/domain/conversations/send-message.ts';
import { checkPageSize, connectionOf, pageCaps } from '../pagination/connection.ts';
import { writeCursor } from '../pagination/cursor.ts';
import { databaseIdOf } from '../global-id.ts';
import { idOf } from '../pagination/id-page.ts';
import type { IdConnection } from '../pagination/id-page.ts';
import { User } from '../people/user.type.ts';
import { SearchMessagesArgs, SendMessageInput } from './conversation.input.ts';
import { SendMessagePayload } from './conversation.payloads.ts';
import { Conversation } from './conversation.type.ts';
import { FoundMessageConnection, Message, MessageConnection } from './message.type.ts';

@Resolver(() => Message)
export class MessageResolver {
  @Query(() => FoundMessageConnection, {
    description:
      'Messages that contain a text, newest first. Your inbox and archive are searched, but not hidden conversations.',
  })
  async searchMessages(@Args() args: SearchMessagesArgs, @Ctx() context: Context): Promise<unknown> {
    const { query, conversationId, after } = args;
    const first = checkPageSize('first', args.first, pageCaps.list);
    const rows = await searchMessages(context, {
      query,
      conversationId: conversationId == null ? null : databaseIdOf('Conversation', conversationId, 'conversationId'),
      limit: first + 1,
      before: after == null ? null : idOf('after', after),
    });
    const more = { next: rows.length > first, previous: after != null };
    return connectionOf(rows.slice(0, first), ({ id }) => writeCursor(id), more);
  }

  @Mutation(() => SendMessagePayload, { description: 'Writes a message in a conversation that you take part in.' })
  async sendMessage(
    @Arg('input', () => SendMessageInput) { conversationId, message }: SendMessageInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    const id = databaseIdOf('Conversation', conversationId, 'conversationId');
    return { message: await sendMessage(context, id, message) };
  }

  @FieldResolver(() => Conversation)
  conversation(@Root() message: MessageRow): unknown {
    return { id: message.conversationId };
  }

  @FieldResolver(() => User)
  user(@Root() message: MessageRow): unknown {
    return message.user ?? (message.userId === null ? null : { id: message.userId });
  }
}

@Resolver(() => MessageConnection)
export class MessageConnectionResolver {
  @FieldResolver(() => Number)
  totalCount(@Root() { of, total }: IdConnection<MessageRow>, @Ctx() context: Context): number | Promise<number> {
    return total ?? context.loaders.messageCounts.load(of);
  }
}
