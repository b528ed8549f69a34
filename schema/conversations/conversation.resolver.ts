import {
  conversationsLoader,
  memberCountsLoader,
  messageCountsLoader,
  messagesOfConversationsLoader,
} from '../../src/domain/conversations/conversation.loaders.ts';
import { Arg, Args, Ctx, FieldResolver, Mutation, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { leaveConversation } from '../../src/domain/conversations/leave-conversation.ts';
import { countConversations, listConversations } from '../../src/domain/conversations/list-conversations.ts';
import { markConversationRead } from '../../src/domain/conversations/mark-conversation-read.ts';
import { moveConversation } from '../../src/domain/conversations/move-conversation.ts';
import type { StoredPlacement } from '../../src/domain/conversations/placement.ts';
import { startConversation } from '../../src/domain/conversations/start-conversation.ts';
import { pageCaps } from '../pagination/page-sizes.ts';
import { readCursor } from '../pagination/cursor.ts';
import { byId, oldestFirst } from '../pagination/orders.ts';
import { TwoWayPage } from '../pagination/page.input.ts';
import { readPage } from '../pagination/page.ts';
import { databaseIdOf, globalId } from '../global-id.ts';
import { User } from '../people/user.type.ts';
import { ViewerPayload, withViewer } from '../people/viewer.payloads.ts';
import {
  AcceptConversationInput,
  ConversationArgs,
  ConversationsArgs,
  LeaveConversationInput,
  MarkConversationReadInput,
  MoveConversationInput,
  StartConversationInput,
} from './conversation.input.ts';
import { Conversation, ConversationConnection } from './conversation.type.ts';
import { Message, MessageConnection } from './message.type.ts';
import { Failure } from '../../src/errors.ts';
import { fromRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { outputFields } from '../fields.ts';

@ObjectType({ description: 'Result of a mutation that starts or changes a conversation.' })
class ConversationPayload extends outputFields(ViewerPayload, {
  conversation: ['Conversation!', 'The conversation after the change.'],
}) {}

@ObjectType({ description: 'Result of `leaveConversation`.' })
class LeaveConversationPayload extends outputFields(ViewerPayload, {
  conversationId: ['ID!', 'Id of the conversation that you have left.'],
}) {}

@Resolver(() => Conversation)
export class ConversationResolver implements Resolves<Conversation, RowOf<'Conversation'>> {
  @Query(() => Conversation, { nullable: true, description: 'One conversation. Null when you do not take part in it.' })
  @RootField({ scope: 'CONVERSATIONS_READ' })
  conversation(@Args() { id }: ConversationArgs, @Ctx() context: Context): Promise<Ref<'Conversation'> | null> {
    viewerOf(context);
    return context.loader(conversationsLoader).load(databaseIdOf('Conversation', id));
  }

  @Query(() => ConversationConnection, {
    nullable: true,
    description:
      'Your conversations, the most recently active first. It pages forwards only, because each message moves its conversation to the front.',
  })
  @RootField({ scope: 'CONVERSATIONS_READ' })
  conversations(@Args() args: ConversationsArgs, @Ctx() context: Context): Promise<ConversationConnection> {
    const { placement, withRequests, withEmpty } = args;
    const request = { placement, withRequests, withEmpty };
    let total: number | null = null;
    return readPage(args, {
      cap: pageCaps.conversations,
      positionOf: (argument, cursor) => Number(readCursor(argument, cursor, /^-?\d{1,16}$/)[0]),
      cursorOf: ({ id, newestMessage }) => byId.cursorOf(newestMessage ?? { id: id + Number.MIN_SAFE_INTEGER - 1 }),
      read: async ({ limit, offset, after }) => {
        const page = await listConversations(context, request, { limit, offset, before: after });
        ({ total } = page);
        return page.rows;
      },
      count: () => total ?? countConversations(context, request),
    });
  }

  @Mutation(() => ConversationPayload, {
    nullable: true,
    description: 'Starts a conversation. Each call starts a new one, also with the same people.',
  })
  @RootField({
    scope: 'CONVERSATIONS_WRITE',
    codes: ['NOT_FOUND', 'BLOCKED', 'UNPROVEN'],
  })
  async startConversation(
    @Arg('input', () => StartConversationInput) { recipientIds, message }: StartConversationInput,
    @Ctx() context: Context,
  ): Promise<ConversationPayload> {
    const recipients = recipientIds.map((id) => databaseIdOf('User', id, 'recipientIds'));
    const id = await startConversation(context, recipients, message);
    return withViewer(context, { conversation: { id } });
  }

  @Mutation(() => ConversationPayload, {
    nullable: true,
    description:
      'Marks a conversation as read. Fails with NEWER_MESSAGES when it has messages after the last one that was read.',
  })
  @RootField({
    scope: 'CONVERSATIONS_WRITE',
    codes: ['NOT_FOUND', 'NEWER_MESSAGES'],
  })
  async markConversationRead(
    @Arg('input', () => MarkConversationReadInput) { id, lastMessageId }: MarkConversationReadInput,
    @Ctx() context: Context,
  ): Promise<ConversationPayload> {
    const conversationId = databaseIdOf('Conversation', id, 'id');
    await markConversationRead(context, conversationId, databaseIdOf('Message', lastMessageId, 'lastMessageId'));
    return withViewer(context, { conversation: { id: conversationId } });
  }

  @Mutation(() => ConversationPayload, {
    nullable: true,
    description: 'Moves a conversation from your inbox to your archive.',
  })
  @RootField({ scope: 'CONVERSATIONS_WRITE', codes: ['NOT_FOUND'] })
  archiveConversation(
    @Arg('input', () => MoveConversationInput) { id }: MoveConversationInput,
    @Ctx() context: Context,
  ): Promise<ConversationPayload> {
    return moved(context, id, 'archived');
  }

  @Mutation(() => ConversationPayload, {
    nullable: true,
    description: 'Hides a conversation from your inbox, archive and search until a new message is written in it.',
  })
  @RootField({ scope: 'CONVERSATIONS_WRITE', codes: ['NOT_FOUND'] })
  hideConversation(
    @Arg('input', () => MoveConversationInput) { id }: MoveConversationInput,
    @Ctx() context: Context,
  ): Promise<ConversationPayload> {
    return moved(context, id, 'hidden');
  }

  @Mutation(() => ConversationPayload, { nullable: true, description: 'Moves a conversation back to your inbox.' })
  @RootField({ scope: 'CONVERSATIONS_WRITE', codes: ['NOT_FOUND'] })
  moveConversationToInbox(
    @Arg('input', () => MoveConversationInput) { id }: MoveConversationInput,
    @Ctx() context: Context,
  ): Promise<ConversationPayload> {
    return moved(context, id, 'inbox');
  }

  @Mutation(() => ConversationPayload, {
    nullable: true,
    description: 'Accepts a request, which moves the conversation to your inbox.',
  })
  @RootField({ scope: 'CONVERSATIONS_WRITE', codes: ['NOT_FOUND'] })
  acceptConversation(
    @Arg('input', () => AcceptConversationInput) { id }: AcceptConversationInput,
    @Ctx() context: Context,
  ): Promise<ConversationPayload> {
    return moved(context, id, 'inbox');
  }

  @Mutation(() => LeaveConversationPayload, {
    nullable: true,
    description: 'Leaves a conversation. You can no longer see it; your messages remain with the others.',
  })
  @RootField({ scope: 'CONVERSATIONS_WRITE', codes: ['NOT_FOUND'] })
  async leaveConversation(
    @Arg('input', () => LeaveConversationInput) { id }: LeaveConversationInput,
    @Ctx() context: Context,
  ): Promise<LeaveConversationPayload> {
    const conversationId = databaseIdOf('Conversation', id);
    await leaveConversation(context, conversationId);
    return withViewer(context, { conversationId: globalId('Conversation', conversationId) });
  }

  @FieldResolver(() => User)
  startedBy(
    @Root() conversation: Ref<'Conversation'>,
    @Ctx() context: Context,
  ): Ref<'User'> | null | Promise<Ref<'User'> | null> {
    return fromRow(
      context,
      'Conversation',
      conversation,
      ['users', 'formerUsers', 'startedById'],
      ({ users, formerUsers, startedById }) => [...users, ...formerUsers].find(({ id }) => id === startedById) ?? null,
    );
  }

  @FieldResolver(() => [User])
  recipients(
    @Root() conversation: Ref<'Conversation'>,
    @Ctx() context: Context,
  ): Ref<'User'>[] | Promise<Ref<'User'>[]> {
    return fromRow(context, 'Conversation', conversation, ['users'], ({ users }) => users);
  }

  @FieldResolver(() => Number)
  recipientCount(@Root() conversation: Ref<'Conversation'>, @Ctx() context: Context): number | Promise<number> {
    return conversation.memberCount ?? context.loader(memberCountsLoader).load(conversation.id);
  }

  @FieldResolver(() => [String])
  pastUsersInvolved(@Root() conversation: Ref<'Conversation'>, @Ctx() context: Context): string[] | Promise<string[]> {
    return fromRow(context, 'Conversation', conversation, ['pastNames'], ({ pastNames }) => pastNames);
  }

  @FieldResolver(() => Boolean)
  hasUnreadMessages(@Root() conversation: Ref<'Conversation'>, @Ctx() context: Context): boolean | Promise<boolean> {
    return fromRow(
      context,
      'Conversation',
      conversation,
      ['unreadMessages'],
      ({ unreadMessages }) => unreadMessages > 0,
    );
  }

  @FieldResolver(() => Message)
  lastMessage(
    @Root() conversation: Ref<'Conversation'>,
    @Ctx() context: Context,
  ): Ref<'Message'> | Promise<Ref<'Message'>> {
    return fromRow(context, 'Conversation', conversation, ['newestMessage'], ({ newestMessage }) => {
      if (!newestMessage) throw new Failure('NOT_FOUND');
      return newestMessage;
    });
  }

  @FieldResolver(() => MessageConnection, { description: 'The messages of the conversation, oldest first.' })
  messages(
    @Root() { id }: Ref<'Conversation'>,
    @Args() page: TwoWayPage,
    @Ctx() context: Context,
  ): Promise<MessageConnection> {
    return oldestFirst(
      page,
      (slice) => context.loader(messagesOfConversationsLoader).load({ of: id, ...slice }),
      () => context.loader(messageCountsLoader).load(id),
    );
  }
}

async function moved(context: Context, id: string, placement: StoredPlacement): Promise<ConversationPayload> {
  const conversationId = databaseIdOf('Conversation', id, 'id');
  await moveConversation(context, conversationId, placement);
  return withViewer(context, { conversation: { id: conversationId } });
}
