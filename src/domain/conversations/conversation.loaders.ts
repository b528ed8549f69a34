import type { Queries } from '../../platform/database/statement.ts';
import { countLoader, loader, pagedLoader } from '../../platform/database/loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../../platform/database/loader.ts';
import { conversationRow, flatConversationsByIds, memberCounts, unreadCounts } from './conversation.queries.ts';
import type { ConversationRow } from './conversation.queries.ts';
import { messageCounts, messagesByIds, messagesOfConversations, newestOfConversations } from './message.queries.ts';
import type { MessageRow } from './message.queries.ts';

/** The loaders of conversations. They return nothing of conversations in which the viewer does not take part. */
export interface ConversationLoaders {
  conversations: Loader<ConversationRow>;
  messages: Loader<MessageRow>;
  /** Messages by conversation, oldest first. */
  messagesOfConversations: PagedLoader<MessageRow>;
  /** The number of messages of a conversation. */
  messageCounts: CountLoader;
  /** The number of participants of a conversation. */
  memberCounts: CountLoader;
  /** Unread messages, by user. */
  unreadMessages: CountLoader;
}

export function conversationLoaders(database: Queries, viewerId: number): ConversationLoaders {
  const byId = ({ id }: { id: number }) => id;
  return {
    conversations: loader(
      async (ids) => (await database.all(flatConversationsByIds, [viewerId, ids])).map((row) => conversationRow(row)),
      byId,
    ),
    messages: loader((ids) => database.all(messagesByIds, [viewerId, ids]), byId),
    messagesOfConversations: pagedLoader(
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
    messageCounts: countLoader((ids) => database.all(messageCounts, [viewerId, ids])),
    memberCounts: countLoader((ids) => database.all(memberCounts, [ids])),
    unreadMessages: countLoader((ids) => database.all(unreadCounts, [ids])),
  };
}
