import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, invalid } from '../../errors.ts';
import { deliveredTo, takesPartIn } from '../rules/visibility.ts';

/**
 * `$1` viewer, `$2` conversation, `$3` last message the viewer has read. While the row of the conversation is locked,
 * no message can be added between the check and the update. A message that was added while this statement waited for the
 * lock is named by the locked row, but the statement does not see the message itself: it counts as newer.
 */
const markRead = statement.write<{ isMember: boolean; known: boolean; marked: boolean }>(
  'mark_conversation_read',
  `with c as (
     select id, last_message_id from conversation
     where id = $2 and ${takesPartIn('$1', '$2')} for no key update
   ), known as (
     select 1 from message where id = $3 and conversation_id = $2
   ), newer as (
     select 1 from c where c.last_message_id <> $3 and (
       exists (select 1 from message m where m.conversation_id = c.id and m.id > $3 and ${deliveredTo('$1', 'm')})
       or not exists (select 1 from message m where m.id = c.last_message_id))
   ), marked as (
     update conversation_member set read_up_to = c.last_message_id, unread = 0
     from c where conversation_id = c.id and user_id = $1 and exists (select 1 from known)
       and not exists (select 1 from newer) returning 1
   ), notified as (
     update notification set is_read = true from marked
     where user_id = $1 and kind = 'message' and subject_id = $2 and not is_read
   )
   select exists (select 1 from c) as "isMember", exists (select 1 from marked) as marked,
     exists (select 1 from known) as known`,
  takesPartIn,
  deliveredTo,
);

/**
 * Marks a conversation as read up to its last message, with its notifications. Nothing else marks messages as read (interface, Conversation
 * placement).
 * @throws Failure NOT_FOUND when the viewer does not take part in it, INVALID when the message belongs to another
 * conversation, NEWER_MESSAGES when newer ones have been delivered to the viewer, including their own; nothing is
 * marked then
 */
export async function markConversationRead(
  context: Context,
  conversationId: number,
  lastMessageId: number,
): Promise<void> {
  const done = await context.database.one(markRead, [viewerOf(context).id, conversationId, lastMessageId]);
  if (!done?.isMember) throw new Failure('NOT_FOUND');
  if (!done.known) throw invalid('lastMessageId', 'must be the id of a message of this conversation', 'NOT_FOUND');
  if (!done.marked) throw new Failure('NEWER_MESSAGES');
}
