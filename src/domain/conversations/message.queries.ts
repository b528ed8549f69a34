import { prefixed, selected, selectedTexts } from '../../platform/database/columns.ts';
import type { Prefixed, Stored } from '../../platform/database/columns.ts';
import { listOfEach } from '../../platform/database/list.ts';
import { idsAt, limitAt, sql } from '../../platform/database/sql.ts';
import type { Sql } from '../../platform/database/sql.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Sees } from '../../platform/database/statement.ts';
import { userColumns } from '../people/user.queries.ts';
import type { UserRow } from '../people/user.queries.ts';
import { blocks, deliveredTo, hasNotMuted, takesPartIn, userVisibleTo } from '../rules/visibility.ts';
import { Message } from './message.entity.ts';

/** A message as it is read: what GraphQL's `Message` is made from. */
export interface MessageRow extends Pick<
  Stored<Message>,
  'id' | 'conversationId' | 'userId' | 'userDeletedName' | 'message' | 'createdDate' | 'isHidden' | 'isDeleted'
> {
  /**
   * Null when the sender has deleted the account or has blocked the reader. `userDeletedName` is the name of the sender
   * then.
   */
  userId: number | null;
  /** The sender, if the row contains it (live events). Otherwise it is loaded on request. */
  user?: UserRow;
}

/**
 * The columns of a `MessageRow` from `message` under `alias`, for the viewer; `prefix` distinguishes them in a wider
 * row. Users who have blocked the viewer are shown like users who have deleted the account, because the viewer cannot
 * fetch them (R12).
 */
export function messageColumns(alias: string, prefix = '', viewer = '$1'): Sql {
  const gone = blocks(`${alias}.user_id`, viewer);
  const fullName = `(select trim(su.first_name || ' ' || su.last_name) from users su where su.id = ${alias}.user_id)`;
  return sql`${selected(Message, alias, ['id', 'conversationId'], prefix)},
    case when ${gone} then null else ${alias}.user_id end as "${prefixed(prefix, 'userId')}",
    case when ${gone} then ${fullName} else ${alias}.user_deleted_name end as "${prefixed(prefix, 'userDeletedName')}",
    ${selectedTexts(Message, alias, ['message', 'createdDate', 'isHidden', 'isDeleted'], prefix)}`;
}

/** A message with its sender, whose columns are null if `userId` is, and the readers who see it in this form. */
interface FlatMessageForReaders extends Omit<MessageRow, 'user'>, Omit<Prefixed<UserRow, 'sender'>, 'senderId'> {
  senderId: number | null;
  readers: number[];
}

/** The statement of messages for those members `s` for whom a condition holds. */
const forReaders = (name: string, condition: string, ...sees: readonly Sees[]) =>
  statement.read<FlatMessageForReaders>(
    name,
    sql`select ${messageColumns('m', '', 'v.reader')}, ${userColumns('u', 'sender')}, v.readers
   from message m cross join lateral (
     select min(s.user_id) as reader, array_agg(s.user_id) as readers from conversation_member s
     where s.conversation_id = m.conversation_id and ${deliveredTo('s.user_id', 'm')} and ${condition}
     group by ${blocks('m.user_id', 's.user_id')}
   ) v left join users u on u.id = m.user_id and ${userVisibleTo('v.reader', 'u.id')}
   where m.id = any(${idsAt(1)})`,
    deliveredTo,
    blocks,
    userVisibleTo,
    ...sees,
  );

/**
 * `$1` message ids: each message as the participants see it, with one row for all who see the same, so that a group of
 * readers costs as much as one. Messages only differ for users whom the sender has blocked. Users who have muted
 * the sender are not among the readers.
 */
export const messagesForReaders = forReaders(
  'messages_for_readers',
  hasNotMuted('s.user_id', 'm.user_id'),
  hasNotMuted,
);

/** `messagesForReaders` with those who have muted the sender as well, for what they find in the conversation. */
export const messagesForMembers = forReaders('messages_for_members', 'true');

/** Converts such a row into a message that contains its sender. */
export function messageForReaders(flat: FlatMessageForReaders): MessageRow {
  const { readers: _, senderId, senderFirstName, senderLastName, senderDateJoined, senderImageKey, ...message } = flat;
  if (senderId === null) return message;
  const user = {
    id: senderId,
    firstName: senderFirstName,
    lastName: senderLastName,
    dateJoined: senderDateJoined,
    imageKey: senderImageKey,
  };
  return { ...message, user };
}

/** `$1` viewer, `$2` message ids. */
export const messagesByIds = statement.read<MessageRow>(
  'messages_by_ids',
  sql`select ${messageColumns('m')} from message m
   where m.id = any(${idsAt(2)}) and ${takesPartIn('$1', 'm.conversation_id')} and ${deliveredTo('$1', 'm')}`,
  takesPartIn,
  deliveredTo,
  blocks,
);

/** The messages that the viewer is sent live: none of those whom they have muted. */
export const messagesToDeliver = statement.read<MessageRow>(
  'messages_to_deliver',
  sql`select ${messageColumns('m')} from message m
   where m.id = any(${idsAt(2)}) and ${takesPartIn('$1', 'm.conversation_id')} and ${deliveredTo('$1', 'm')}
     and ${hasNotMuted('$1', 'm.user_id')}`,
  hasNotMuted,
  takesPartIn,
  deliveredTo,
  blocks,
);

/** `$1` viewer, `$2` conversations: the messages of each that were delivered to the viewer, oldest first. */
export const messagesOfConversations = listOfEach<MessageRow>({
  name: 'messages_of_conversations',
  order: 'oldest first',
  of: 'conversationId',
  parameters: 2,
  rows: ({ within, order, slice, ids }) =>
    sql`select ${messageColumns('m')} from unnest(${ids}) requested(id) cross join lateral (
     select * from message o where o.conversation_id = requested.id and ${within('o.id')}
       and ${takesPartIn('$1', 'requested.id')} and ${deliveredTo('$1', 'o')}
     order by o.id ${order} ${slice}
   ) m order by m.conversation_id, m.id`,
  sees: [takesPartIn, deliveredTo, blocks],
  total: statement.read(
    'message_counts',
    `select m.conversation_id as id, count(*) as count from message m
   where m.conversation_id = any($2::bigint[]) and ${takesPartIn('$1', 'm.conversation_id')} and ${deliveredTo('$1', 'm')} group by m.conversation_id`,
    takesPartIn,
    deliveredTo,
  ),
});

/**
 * `$1` viewer, `$2` pattern, `$3` older than, `$4` limit, `$5` conversation or null: messages in the inbox and archive
 * of the viewer (interface, Conversation placement: hidden ones are excluded from search), newest first. The join
 * begins with the memberships, so only conversations of the viewer are read.
 */
export const messagesLike = statement.read<MessageRow>(
  'messages_like',
  sql`select ${messageColumns('m')} from conversation_member s join message m on m.conversation_id = s.conversation_id
   where s.user_id = $1 and s.placement in ('inbox', 'archived')
     and ($5::bigint is null or s.conversation_id = $5::bigint) and m.id < $3 and m.message ilike $2
     and ${deliveredTo('$1', 'm')}
   order by m.id desc limit ${limitAt(4)}`,
  { owner: 's.user_id = $1' },
  deliveredTo,
  blocks,
);
