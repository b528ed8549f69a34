import { Arg, Args, Ctx, FieldResolver, Mutation, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import type { ConversationRow } from '../../src/domain/conversations/conversation.queries.ts';
import { leaveConversation } from '../../src/domain/conversations/leave-conversation.ts';
import type { ConversationsRequest } from '../../src/domain/conversations/list-conversations.ts';
import { countConversations, listConversations } from '../../src/domain/conversations/list-conversations.ts';
import { markConversationRead } from '../../src/domain/conversations/mark-conversation-read.ts';
import { moveConversation } from '../../src/domain/conversations/move-conversation.ts';
import type { StoredPlacement } from '../../src/domain/conversations/placement.ts';
import { startConversation } from '../../src/domain/conversations/start-conversation.ts';
import { checkPageSize, connectionOf, pageCaps } from '../pagination/connection.ts';
import { writeCursor } from '../pagination/cursor.ts';
import { databaseIdOf, globalId } from '../global-id.ts';
import { idConnection, idOf, IdPage } from '../pagination/id-page.ts';
import { User } from '../people/user.type.ts';
import {
  AcceptConversationInput,
  ConversationArgs,
  ConversationsArgs,
  LeaveConversationInput,
  MarkConversationReadInput,
  MoveConversationInput,
  StartConversationInput,
} from './conversation.input.ts';
import { ConversationPayload, LeaveConversationPayload } from './conversation.payloads.ts';
import { Conversation, ConversationConnection } from './conversation.type.ts';
import { MessageConnection } from './message.type.ts';

/** A conversation, or a reference to one that the viewer is in. */
type ConversationRef = Pick<ConversationRow, 'id'> & Partial<ConversationRow>;

@Resolver(() => Conversation)
export class ConversationResolver {
  @Query(() => Conversation, { nullable: true, description: 'One conversation. Null when you do not take part in it.' })
  conversation(@Args() { id }: ConversationArgs, @Ctx() context: Context): Promise<unknown> {
    viewerOf(context);
    return context.loaders.conversations.load(databaseIdOf('Conversation', id));
  }

  @Query(() => ConversationConnection, { description: 'Your conversations, the most recently active first.' })
  async conversations(@Args() args: ConversationsArgs, @Ctx() context: Context): Promise<unknown> {
    const { placement, withRequests, after } = args;
    const request = { placement, withRequests };
    const first = checkPageSize('first', args.first, pageCaps.conversations);
    const offset = checkPageSize('offset', args.offset, Number.MAX_SAFE_INTEGER);
    const before = after == null ? null : idOf('after', after);
    const { rows, total } = await listConversations(context, request, { limit: first + 1, offset, before });
    const more = { next: rows.length > first, previous: before !== null || offset > 0 };
    const page = connectionOf(rows.slice(0, first), ({ lastMessage }) => writeCursor(lastMessage.id), more);
    return Object.assign(page, { request, total });
  }

  @Mutation(() => ConversationPayload, {
    description: 'Starts a conversation. Each call starts a new one, also with the same people.',
  })
  async startConversation(
    @Arg('input', () => StartConversationInput) { recipientIds, message }: StartConversationInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    const recipients = recipientIds.map((id) => databaseIdOf('User', id, 'recipientIds'));
    return { conversation: { id: await startConversation(context, recipients, message) } };
  }

  @Mutation(() => ConversationPayload, {
    description:
      'Marks a conversation as read. Fails with NEWER_MESSAGES when it has messages after the last one that was read.',
  })
  async markConversationRead(
    @Arg('input', () => MarkConversationReadInput) { id, lastMessageId }: MarkConversationReadInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    const conversationId = databaseIdOf('Conversation', id, 'id');
    await markConversationRead(context, conversationId, databaseIdOf('Message', lastMessageId, 'lastMessageId'));
    return { conversation: { id: conversationId } };
  }

  @Mutation(() => ConversationPayload, { description: 'Moves a conversation from your inbox to your archive.' })
  archiveConversation(
    @Arg('input', () => MoveConversationInput) { id }: MoveConversationInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    return moved(context, id, 'archived');
  }

  @Mutation(() => ConversationPayload, {
    description: 'Hides a conversation from your inbox, archive and search until a new message is written in it.',
  })
  hideConversation(
    @Arg('input', () => MoveConversationInput) { id }: MoveConversationInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    return moved(context, id, 'hidden');
  }

  @Mutation(() => ConversationPayload, { description: 'Moves a conversation back to your inbox.' })
  moveConversationToInbox(
    @Arg('input', () => MoveConversationInput) { id }: MoveConversationInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    return moved(context, id, 'inbox');
  }

  @Mutation(() => ConversationPayload, {
    description: 'Accepts a request, which moves the conversation to your inbox.',
  })
  acceptConversation(
    @Arg('input', () => AcceptConversationInput) { id }: AcceptConversationInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    return moved(context, id, 'inbox');
  }

  @Mutation(() => LeaveConversationPayload, {
    description: 'Leaves a conversation. You can no longer see it; your messages remain with the others.',
  })
  async leaveConversation(
    @Arg('input', () => LeaveConversationInput) { id }: LeaveConversationInput,
    @Ctx() context: Context,
  ): Promise<unknown> {
    const conversationId = databaseIdOf('Conversation', id);
    await leaveConversation(context, conversationId);
    return { conversationId: globalId('Conversation', conversationId) };
  }

  @FieldResolver(() => User)
  startedBy(@Root() conversation: ConversationRef, @Ctx() context: Context): unknown {
    return ofWhole(
      conversation,
      context,
      ({ users, startedById }) => users.find(({ id }) => id === startedById) ?? null,
    );
  }

  @FieldResolver(() => [User])
  recipients(@Root() conversation: ConversationRef, @Ctx() context: Context): unknown {
    return ofWhole(conversation, context, ({ users }) => users);
  }

  @FieldResolver(() => Number)
  recipientCount(@Root() conversation: ConversationRef, @Ctx() context: Context): number | Promise<number> {
    return conversation.seats ?? context.loaders.seatCounts.load(conversation.id);
  }

  @FieldResolver(() => [String])
  pastUsersInvolved(@Root() conversation: ConversationRef, @Ctx() context: Context): unknown {
    return ofWhole(conversation, context, ({ pastNames }) => pastNames);
  }

  @FieldResolver(() => Boolean)
  hasUnreadMessages(@Root() conversation: ConversationRef, @Ctx() context: Context): unknown {
    return ofWhole(conversation, context, ({ unreadMessages }) => unreadMessages > 0);
  }

  @FieldResolver(() => MessageConnection, { description: 'The messages of the conversation, oldest first.' })
  messages(@Root() { id }: ConversationRef, @Args() page: IdPage, @Ctx() context: Context): Promise<unknown> {
    return idConnection(page, id, (asked) => context.loaders.messagesOfConversations.load(asked));
  }
}

async function moved(context: Context, id: string, placement: StoredPlacement): Promise<unknown> {
  const conversationId = databaseIdOf('Conversation', id, 'id');
  await moveConversation(context, conversationId, placement);
  return { conversation: { id: conversationId } };
}

/** Something of a conversation's row, which is loaded when there is only a reference. */
function ofWhole<Value>(
  conversation: ConversationRef,
  context: Context,
  value: (row: ConversationRow) => Value,
): Value | null | Promise<Value | null> {
  if (conversation.users) return value(conversation as ConversationRow);
  return context.loaders.conversations.load(conversation.id).then((row) => row && value(row));
}

@Resolver(() => ConversationConnection)
export class ConversationConnectionResolver {
  @FieldResolver(() => Number)
  totalCount(
    @Root() { request, total }: { request: ConversationsRequest; total: number | null },
    @Ctx() context: Context,
  ): number | Promise<number> {
    return total ?? countConversations(context, request);
  }
}
