import { countLoader, loader, pagedLoader } from '../../platform/database/loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../../platform/database/loader.ts';
import { conversationRow, flatConversationsByIds, memberCounts, unreadCounts } from './conversation.queries.ts';
import type { ConversationRow } from './conversation.queries.ts';
import { messageCounts, messagesByIds, messagesOfConversations, newestOfConversations } from './message.queries.ts';
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
  pagedLoader(
    (ids, { after, before, limit, offset, fromEnd }) =>
      database.all(fromEnd ? newestOfConversations : messagesOfConversations, [
        viewerId,
        ids,
        after,
        before,
        limit,
        offset,
      ]),
    ({ conversationId }) => conversationId,
  ),
);

/** The number of messages of a conversation. */
export const messageCountsLoader = defineLoader<CountLoader>(({ database }, viewerId) =>
  countLoader((ids) => database.all(messageCounts, [viewerId, ids])),
);

/** The number of participants of a conversation. */
export const memberCountsLoader = defineLoader<CountLoader>(({ database }) =>
  countLoader((ids) => database.all(memberCounts, [ids])),
);

/** Unread messages, by user. */
export const unreadMessagesLoader = defineLoader<CountLoader>(({ database }) =>
  countLoader((ids) => database.all(unreadCounts, [ids])),
);
