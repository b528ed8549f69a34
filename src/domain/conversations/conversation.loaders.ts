import { countLoader, loader, pagedLoader } from '../../platform/database/loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../../platform/database/loader.ts';
import { conversationRow, flatConversationsByIds, memberCounts, unreadCounts } from './conversation.queries.ts';
import type { ConversationRow } from './conversation.queries.ts';
import { messageCounts, messagesByIds, messagesOfConversations, newestOfConversations } from './message.queries.ts';
import type { MessageRow } from './message.queries.ts';
import type { LoaderMakers } from '../loader-makers.ts';

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

const byId = ({ id }: { id: number }) => id;

export const conversationLoaders: LoaderMakers<ConversationLoaders> = {
  conversations: ({ database }, viewerId) =>
    loader(
      async (ids) => (await database.all(flatConversationsByIds, [viewerId, ids])).map((row) => conversationRow(row)),
      byId,
    ),
  messages: ({ database }, viewerId) => loader((ids) => database.all(messagesByIds, [viewerId, ids]), byId),
  messagesOfConversations: ({ database }, viewerId) =>
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
  messageCounts: ({ database }, viewerId) => countLoader((ids) => database.all(messageCounts, [viewerId, ids])),
  memberCounts: ({ database }) => countLoader((ids) => database.all(memberCounts, [ids])),
  unreadMessages: ({ database }) => countLoader((ids) => database.all(unreadCounts, [ids])),
};
