import {
  conversationsLoader,
  memberCountsLoader,
  messageCountsLoader,
  messagesOfConversationsLoader,
} from '../../src/domain/conversations/conversation.loaders.ts';
import { Args, Ctx, FieldResolver, Query, Resolver, Root, ArgsType } from 'type-graphql';
import type { Context } from '../../src/domain/context.ts';
import { viewerOf } from '../../src/domain/context.ts';
import { leaveConversation } from '../../src/domain/conversations/leave-conversation.ts';
import { countConversations, listConversations } from '../../src/domain/conversations/list-conversations.ts';
import { markConversationRead } from '../../src/domain/conversations/mark-conversation-read.ts';
import { moveConversation } from '../../src/domain/conversations/move-conversation.ts';
import type { StoredPlacement } from '../../src/domain/conversations/placement.ts';
import { belowMessages } from '../../src/domain/conversations/recount-members.ts';
import { mostRecipients, startConversation } from '../../src/domain/conversations/start-conversation.ts';
import { defaultPage, pageCaps } from '../pagination/page-sizes.ts';
import { newestFirst, oldestFirst } from '../pagination/orders.ts';
import { TwoWayPage, ForwardPage } from '../pagination/page.input.ts';
import { databaseIdOf, globalId } from '../global-id.ts';
import { User } from '../people/user.type.ts';
import { withViewer, viewerFields } from '../people/viewer.payloads.ts';
import { Conversation, ConversationConnection } from './conversation.type.ts';
import { Message, MessageConnection } from './message.type.ts';
import { Failure } from '../../src/errors.ts';
import { fromRow } from '../rows.ts';
import type { Ref, Resolves, RowOf } from '../rows.ts';
import { RootField } from '../root-field.ts';
import { inputFields } from '../fields.ts';
import { longest } from '../lengths.ts';
import { input, inputOf, mutation, payloadOf } from '../mutation.ts';

@ArgsType()
class ConversationArgs extends inputFields({ id: ['ID!', 'Id of the conversation.'] }) {}

@ArgsType()
class ConversationsArgs extends inputFields(ForwardPage, {
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
    return newestFirst(
      args,
      (page) => listConversations(context, request, page),
      () => countConversations(context, request),
      {
        cap: pageCaps.conversations,
        position: ({ id, newestMessage }) => newestMessage?.id ?? id + belowMessages,
        form: /^-?\d{1,16}$/,
      },
    );
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

const conversationPayload = payloadOf('Conversation', 'Result of a mutation that starts or changes a conversation.', {
  ...viewerFields,
  conversation: ['Conversation!', 'The conversation after the change.'],
});

const moveConversationInput = inputOf('MoveConversation', 'The conversation to move.', {
  id: ['ID<Conversation>!', 'Id of the conversation.'],
});

const moving = (name: string, placement: StoredPlacement, about: string, given = moveConversationInput) =>
  mutation(name, {
    about,
    scope: 'CONVERSATIONS_WRITE',
    codes: ['NOT_FOUND'],
    input: given,
    payload: conversationPayload,
    run: async (context, { id }) => {
      await moveConversation(context, id, placement);
      return withViewer(context, { conversation: { id } });
    },
  });

export const conversationMutations = [
  mutation('startConversation', {
    about: 'Starts a conversation. Each call starts a new one, also with the same people.',
    scope: 'CONVERSATIONS_WRITE',
    codes: ['NOT_FOUND', 'BLOCKED', 'UNPROVEN'],
    input: input('The conversation to start, with its first message.', {
      recipientIds: ['[ID<User>!]!', `Ids of the recipients, at most ${mostRecipients}.`],
      message: ['String!', `Text of the first message, up to ${longest('text')}.`],
    }),
    payload: conversationPayload,
    run: async (context, { recipientIds, message }) => {
      const id = await startConversation(context, recipientIds, message);
      return withViewer(context, { conversation: { id } });
    },
  }),
  mutation('markConversationRead', {
    about:
      'Marks a conversation as read. Fails with NEWER_MESSAGES when it has messages after the last one that was read.',
    scope: 'CONVERSATIONS_WRITE',
    codes: ['NOT_FOUND', 'NEWER_MESSAGES'],
    input: input('How far a conversation was read.', {
      id: ['ID<Conversation>!', 'Id of the conversation.'],
      lastMessageId: ['ID<Message>!', 'Id of the last message that was read.'],
    }),
    payload: conversationPayload,
    run: async (context, { id, lastMessageId }) => {
      await markConversationRead(context, id, lastMessageId);
      return withViewer(context, { conversation: { id } });
    },
  }),
  moving('archiveConversation', 'archived', 'Moves a conversation from your inbox to your archive.'),
  moving(
    'hideConversation',
    'hidden',
    'Hides a conversation from your inbox, archive and search until a new message is written in it.',
  ),
  moving('moveConversationToInbox', 'inbox', 'Moves a conversation back to your inbox.'),
  moving(
    'acceptConversation',
    'inbox',
    'Accepts a request, which moves the conversation to your inbox.',
    inputOf('AcceptConversation', 'The request to accept.', { id: ['ID<Conversation>!', 'Id of the conversation.'] }),
  ),
  mutation('leaveConversation', {
    about: 'Leaves a conversation. You can no longer see it; your messages remain with the others.',
    scope: 'CONVERSATIONS_WRITE',
    codes: ['NOT_FOUND'],
    input: input('The conversation to leave.', { id: ['ID<Conversation>!', 'Id of the conversation.'] }),
    payload: { ...viewerFields, conversationId: ['ID!', 'Id of the conversation that you have left.'] },
    run: async (context, { id }) => {
      await leaveConversation(context, id);
      return withViewer(context, { conversationId: globalId('Conversation', id) });
    },
  }),
];
