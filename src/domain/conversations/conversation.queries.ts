import { selected } from '../../platform/database/columns.ts';
import type { Prefixed, Stored } from '../../platform/database/columns.ts';
import type { MayEndEarly } from '../../platform/database/text-bytes.ts';
import { list } from '../../platform/database/list.ts';
import { idsAt, sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import { timestampText } from '@runners/postgres';
import type { UserRow } from '../people/user.queries.ts';
import { blocks, isPresent, isRequest } from '../rules/visibility.ts';
import { Conversation } from './conversation.entity.ts';
import { messageColumns } from './message.queries.ts';
import type { MessageRow } from './message.queries.ts';
import type { Placement } from './placement.ts';

/** A conversation as one participant reads it: what GraphQL's `Conversation` is made from. */
export interface ConversationRow extends Pick<Stored<Conversation>, 'id' | 'createdDate' | 'startedById'>, MayEndEarly {
  /**
   * The names of participants who have deleted their accounts or have blocked the reader. Both are shown in the same
   * way, without links.
   */
  pastNames: string[];
  placement: Placement;
  /** The number of messages of others that the reader has not read. */
  unreadMessages: number;
  /** Null while nobody has written. */
  newestMessage: MessageRow | null;
  /**
   * All participants with an account that is not suspended who have not blocked the reader, including the reader (interface, Conversation).
   * In lists there are at most `listedRecipients`, beginning with the reader, the user who
   * started it, and the sender of the last message (decisions P4).
   */
  users: UserRow[];
  /** The user who started it and the sender of the last message, if they have left. */
  formerUsers: UserRow[];
  /** How many members it has; null when a list shows not all of them. */
  memberCount: number | null;
}

/** The largest number of participants that a list shows. The conversation itself shows all. */
export const listedRecipients = 100;

/** One row of `conversationColumns`. */
interface FlatConversation
  extends
    Omit<ConversationRow, 'newestMessage' | 'users' | 'formerUsers' | 'memberCount'>,
    Prefixed<Omit<MessageRow, 'user' | 'id'>, 'last'> {
  lastId: number | null;
  participants: Participant[];
}

/**
 * A participant; `gone` means that they have blocked the reader, and `left` that they have left the conversation. It is a tuple, because JSON objects repeat their keys.
 */
type Participant = [
  id: number,
  firstName: string,
  lastName: string,
  dateJoined: string,
  imageKey: string | null,
  gone: boolean,
  left: boolean,
];

/** `$1` reader. Participants are almost always requested, so they are loaded in the same statement. */
const participants = (members: string) => `(select json_agg(json_build_array(u.id, u.first_name, u.last_name,
    u.date_joined::text, u.image_key, ${blocks('u.id', '$1')}, t.has_left) order by u.id)
  from (
    select s.user_id, false as has_left from (${members}) s
    union select f.id, true from (values (c.started_by_id), (m.user_id)) f (id)
    where not exists (select 1 from conversation_member o where o.conversation_id = c.id and o.user_id = f.id)
  ) t join users u on u.id = t.user_id where ${isPresent('u.id')})`;
const allMembers = `select o.user_id from conversation_member o where o.conversation_id = c.id and ${isPresent('o.user_id')}`;
const listedMembers = `${allMembers} order by o.user_id <> $1 and o.user_id is distinct from c.started_by_id
    and o.user_id is distinct from m.user_id, o.user_id
  limit ${listedRecipients}`;

/** The placement of a conversation. Only a conversation in the inbox can be a request. */
const placementOf = (s: string) =>
  `case when ${s}.requested and ${s}.placement = 'inbox' and ${isRequest(s)} then 'requests' else ${s}.placement end`;

const conversationColumns = (
  members: string,
) => sql`${selected(Conversation, 'c', ['id', 'createdDate', 'startedById'])},
  c.past_users_involved as "pastNames", ${placementOf('s')} as placement, s.unread as "unreadMessages", ${participants(members)} as participants,
  ${messageColumns('m', 'last')}`;

const joins = 'join conversation c on c.id = s.conversation_id left join message m on m.id = s.last_message_id';

/** `$1` viewer, `$2` conversation ids: those in which the viewer takes part, and something is delivered or nobody has written. */
export const flatConversationsByIds = statement.read<FlatConversation>(
  'conversations_by_ids',
  sql`select ${conversationColumns(allMembers)} from conversation_member s ${joins}
   where s.user_id = $1 and s.conversation_id = any(${idsAt(2)}) and s.last_message_id <> 0`,
  { owner: 's.user_id = $1' },
);

/**
 * `$1` viewer, `$2` stored placement: the conversations in it by last activity, each with the total number. A page is one scan of
 * `conversation_member_of_user` that stops at the page size, however long the history (docs/performance.md#lists-that-stay-flat).
 */
function listOf(name: string, condition = 'true', newest = '> 0') {
  // A conversation of which nothing is delivered to its reader, for its writers are suspended, is not listed.
  const from = `from conversation_member q where q.user_id = $1 and q.placement = $2 and q.last_message_id ${newest} and ${condition}`;
  const count = `select count(*) as count ${from}`;
  const sees = [{ owner: 'q.user_id = $1' }];
  return list<FlatConversation & { total: number }>({
    name: `${name}_of_user`,
    order: 'newest first',
    parameters: 2,
    rows: ({ within, order, slice }) =>
      sql`select ${conversationColumns(listedMembers)}, (${count}) as total from (
         select * ${from} and ${within('q.last_message_id')} order by q.last_message_id ${order} ${slice}
       ) s ${joins} order by s.last_message_id ${order}`,
    sees,
    total: statement.read(`${name}_count`, count, ...sees),
  });
}

/**
 * The lists: all conversations of a placement, the same with those in which nobody has written, the requests of the inbox, and the other conversations of the inbox
 * (decisions N24).
 */
export const conversationLists = {
  all: listOf('conversations'),
  withEmpty: listOf('all_conversations', 'true', '<> 0'),
  inbox: listOf('inbox', `not (q.requested and ${isRequest('q')})`),
  requests: listOf('requests', `q.requested and ${isRequest('q')}`),
};

/** `$1` user ids: unread messages in inbox and archive. Hidden conversations do not count. */
export const unreadCounts = statement.read<{ id: number; count: number }>(
  'unread_counts',
  `select user_id as id, sum(unread) as count from conversation_member
   where user_id = any($1::bigint[]) and placement in ('inbox', 'archived') group by user_id`,
  { all: 'the caller checks the reader: users see only their own count' },
);

/** Puts the parts of a row together. */
export function conversationRow(flat: FlatConversation, isListed = false): ConversationRow {
  const [users, formerUsers]: [UserRow[], UserRow[]] = [[], []];
  const names = [...flat.pastNames];
  for (const [id, firstName, lastName, dateJoined, imageKey, gone, left] of flat.participants) {
    if (gone && !left) names.push(`${firstName} ${lastName}`.trim());
    if (gone) continue;
    (left ? formerUsers : users).push({ id, firstName, lastName, dateJoined: timestampText(dateJoined), imageKey });
  }
  const members = flat.participants.filter((participant) => !participant.at(-1)).length;
  const sender = [...users, ...formerUsers].find(({ id }) => id === flat.lastUserId);
  return {
    id: flat.id,
    createdDate: flat.createdDate,
    startedById: flat.startedById,
    pastNames: names,
    placement: flat.placement,
    unreadMessages: flat.unreadMessages,
    newestMessage:
      flat.lastId === null
        ? null
        : {
            id: flat.lastId,
            conversationId: flat.lastConversationId,
            userId: flat.lastUserId,
            userDeletedName: flat.lastUserDeletedName,
            message: flat.lastMessage,
            createdDate: flat.lastCreatedDate,
            isHidden: flat.lastIsHidden,
            isDeleted: flat.lastIsDeleted,
            ...(sender && { user: sender }),
          },
    users,
    formerUsers,
    endsEarly: flat.endsEarly,
    memberCount: isListed && members === listedRecipients ? null : members,
  };
}

/** `$1` conversation ids: the number of participants of each. */
export const memberCounts = statement.read<{ id: number; count: number }>(
  'member_counts',
  `select s.conversation_id as id, count(*) as count from conversation_member s
   where s.conversation_id = any($1::bigint[]) and ${isPresent('s.user_id')} group by s.conversation_id`,
  { all: 'follows a conversation that the reader takes part in' },
);
