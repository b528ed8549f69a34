import { statement } from '../database/statement.ts';
import { userColumns } from '../people/user.queries.ts';
import type { UserRow } from '../people/user.queries.ts';
import { blocks } from '../visibility.ts';
import { messageColumns } from './message.queries.ts';
import type { MessageRow } from './message.queries.ts';
import type { Placement } from './placement.ts';

/** A conversation as one participant reads it: what GraphQL's `Conversation` is made from. */
export interface ConversationRow {
  id: number;
  createdDate: string;
  startedById: number | null;
  /** Names of participants who deleted their accounts. */
  pastNames: string[];
  placement: Placement;
  /** Messages of others that the reader has not read. */
  unreadMessages: number;
  lastMessage: MessageRow;
}

/** One row of `conversationColumns`. */
export interface FlatConversation extends Omit<ConversationRow, 'lastMessage'> {
  lastId: number;
  lastConversationId: number;
  lastUserId: number | null;
  lastUserDeletedName: string;
  lastMessage: string;
  lastCreatedDate: string;
}

const conversationColumns = `c.id, c.created_date as "createdDate", c.started_by_id as "startedById",
  c.past_users_involved as "pastNames", s.placement, s.unread as "unreadMessages", ${messageColumns('m', 'last')}`;

const joins = 'join conversation c on c.id = s.conversation_id join message m on m.id = s.last_message_id';

/** `$1` viewer, `$2` conversation ids: those of them that the viewer is in. */
export const flatConversationsByIds = statement<FlatConversation>(
  'conversations_by_ids',
  `select ${conversationColumns} from seat s ${joins} where s.user_id = $1 and s.conversation_id = any($2::bigint[])`,
);

/**
 * `$1` viewer, `$2` placement, `$3` last message older than, `$4` limit, `$5` offset: by last activity, newest first.
 * The page is one scan of `seat_of_user` that stops at the page size, however long the history (design part 5).
 */
export const flatConversationsOfUser = statement<FlatConversation>(
  'conversations_of_user',
  `select ${conversationColumns} from (
     select * from seat where user_id = $1 and placement = $2 and last_message_id < $3
     order by last_message_id desc limit $4 offset $5
   ) s ${joins} order by s.last_message_id desc`,
);

/** `$1` viewer, `$2` placement. */
export const conversationCount = statement<{ count: number }>(
  'conversation_count',
  'select count(*) as count from seat where user_id = $1 and placement = $2',
);

/** Somebody in a conversation. */
export interface ParticipantRow extends UserRow {
  conversationId: number;
  /** Has blocked the viewer, who sees them as somebody who deleted the account. */
  gone: boolean;
}

/** `$1` viewer, `$2` conversation ids: who is in those that the viewer is in. */
export const participantsOf = statement<ParticipantRow>(
  'participants_of_conversations',
  `select s.conversation_id as "conversationId", ${blocks('u.id', '$1')} as gone, ${userColumns('u')}
   from seat s join users u on u.id = s.user_id
   where s.conversation_id = any($2::bigint[])
     and exists (select 1 from seat mine where mine.conversation_id = s.conversation_id and mine.user_id = $1)
   order by s.conversation_id, s.user_id`,
);

/** `$1` user ids: unread messages in inbox and archive; what is hidden does not count. */
export const unreadCounts = statement<{ id: number; count: number }>(
  'unread_counts',
  `select user_id as id, sum(unread) as count from seat
   where user_id = any($1::bigint[]) and placement in ('inbox', 'archived') group by user_id`,
);

/** Puts the parts of a row together. */
export function conversationRow(flat: FlatConversation): ConversationRow {
  return {
    id: flat.id,
    createdDate: flat.createdDate,
    startedById: flat.startedById,
    pastNames: flat.pastNames,
    placement: flat.placement,
    unreadMessages: flat.unreadMessages,
    lastMessage: {
      id: flat.lastId,
      conversationId: flat.lastConversationId,
      userId: flat.lastUserId,
      userDeletedName: flat.lastUserDeletedName,
      message: flat.lastMessage,
      createdDate: flat.lastCreatedDate,
    },
  };
}
