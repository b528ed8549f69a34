import { statement } from '../../platform/database/statement.ts';
import { deliveredTo, hasNotMuted } from '../rules/visibility.ts';

/**
 * What is added to the id of a conversation in which nobody has written, as in one that was taken over from another service, for what its
 * members have in the place of its newest message: a number below 0, the higher the newer the conversation.
 */
export const belowMessages = Number.MIN_SAFE_INTEGER - 1;

/** What is delivered of the conversation of member `s` to that member, and what of it counts as unread. */
const counted = (members: string) => `with members as (${members}), counted as (
    select s.conversation_id, s.user_id, coalesce((
        select m.id from message m where m.conversation_id = s.conversation_id and ${deliveredTo('s.user_id', 'm')}
        order by m.id desc limit 1
      ), case when exists (select 1 from message m where m.conversation_id = s.conversation_id) then 0
        else s.conversation_id + ${belowMessages} end) as last_message_id, (
        select count(*)::int from message m where m.conversation_id = s.conversation_id and m.id > s.read_up_to
          and m.user_id is distinct from s.user_id and not m.is_deleted and ${deliveredTo('s.user_id', 'm')}
          and ${hasNotMuted('s.user_id', 'm.user_id')}
      ) as unread from members s
  )
  update conversation_member r set last_message_id = n.last_message_id, unread = n.unread from counted n
  where r.conversation_id = n.conversation_id and r.user_id = n.user_id
    and (r.last_message_id, r.unread) is distinct from (n.last_message_id, n.unread)
  returning r.conversation_id as "conversationId", r.user_id as "userId"`;

/** `$1` conversations: puts those who write in them in a line, as writing a message does. */
export const lockConversations = statement.write(
  'lock_conversations',
  'select id from conversation where id = any($1::bigint[]) order by id for no key update',
);

/** `$1` user, `$2` another one: locks the conversations that both are in. */
export const lockConversationsOfBoth = statement.write(
  'lock_conversations_of_both',
  `select c.id from conversation c where c.id in (select s.conversation_id from conversation_member s
     join conversation_member o on o.conversation_id = s.conversation_id and o.user_id = $2 where s.user_id = $1)
   order by c.id for no key update`,
);

/**
 * `$1` conversations, which are locked: brings the newest message and the number of unread ones of each member in line with
 * what is delivered to them now, after that has changed.
 */
export const recountConversations = statement.write<{ conversationId: number; userId: number }>(
  'recount_conversations',
  counted('select * from conversation_member where conversation_id = any($1::bigint[])'),
  deliveredTo,
  hasNotMuted,
);

/** `$1` user, whose conversations are locked: the same of all their members. */
export const recountConversationsOf = statement.write(
  'recount_conversations_of',
  counted(
    `select * from conversation_member where conversation_id in (select conversation_id from conversation_member where user_id = $1)`,
  ),
  deliveredTo,
  hasNotMuted,
);

/** `$1` user, `$2` another one: the same of the memberships of `$1` in the conversations that both are in, which are locked. */
export const recountMembershipsWith = statement.write(
  'recount_memberships_with',
  counted(`select s.* from conversation_member s join conversation_member o on o.conversation_id = s.conversation_id and o.user_id = $2
    where s.user_id = $1`),
  deliveredTo,
  hasNotMuted,
);

/** `$1` are conversations. Publishes a change of them to their participants. */
export const publishConversations = statement.write(
  'publish_conversations',
  `insert into live_event (kind, subject_id, conversation_id)
   select 'conversation', id, id from unnest($1::bigint[]) c(id) order by id`,
);
