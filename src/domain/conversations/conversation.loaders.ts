import { countLoader, loader } from '../../platform/database/loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../../platform/database/loader.ts';
import { conversationRow, flatConversationsByIds, memberCounts, unreadCounts } from './conversation.queries.ts';
import type { ConversationRow } from './conversation.queries.ts';
import { messagesByIds, messagesOfConversations } from './message.queries.ts';
import type { MessageRow } from './message.queries.ts';
import { defineLoader } from '../context.ts';

const byId = ({ id }: { id: number }) => id;

export const conversationsLoader = defineLoader<Loader<ConversationRow>>(({ database }, viewerId) =>
  loader(
    async (ids) => (await database.all(flatConversationsByIds, [viewerId, ids])).map((row) => conversationRow(row)),
    byId,
  ),
);

export const messagesLoader = defineLoader<Loader<MessageRow>>(({ database }, viewerId) =>
  loader((ids) => database.all(messagesByIds, [viewerId, ids]), byId),
);

/** Messages by conversation, oldest first. */
export const messagesOfConversationsLoader = defineLoader<PagedLoader<MessageRow>>(({ database }, viewerId) =>
  messagesOfConversations.pages(database, (ids) => [viewerId, ids]),
);

/** The number of messages of a conversation. */
export const messageCountsLoader = defineLoader<CountLoader>(({ database }, viewerId) =>
  messagesOfConversations.totals(database, (ids) => [viewerId, ids]),
);

/** The number of participants of a conversation. */
export const memberCountsLoader = defineLoader<CountLoader>(({ database }) =>
  countLoader((ids) => database.all(memberCounts, [ids])),
);

/** Unread messages, by user. */
export const unreadMessagesLoader = defineLoader<CountLoader>(({ database }) =>
  countLoader((ids) => database.all(unreadCounts, [ids])),
);
