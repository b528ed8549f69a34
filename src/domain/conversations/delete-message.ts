import { messagesLoader } from './conversation.loaders.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { takesPartIn } from '../rules/visibility.ts';
import type { MessageRow } from './message.queries.ts';
import { lockConversations, recountConversations, publishConversations } from './recount-members.ts';

/** `$1` viewer, `$2` message: the conversation of a message of the viewer, who still takes part in it. */
const ownMessage = statement.read<{ conversationId: number }>(
  'own_message',
  `select m.conversation_id as "conversationId" from message m
   where m.id = $2 and m.user_id = $1 and ${takesPartIn('$1', 'm.conversation_id')}`,
  { owner: 'm.user_id = $1' },
);

/** `$1` message. There is no row if it has been deleted before. */
const emptyMessage = statement.write<{ id: number }>(
  'empty_message',
  `update message set is_deleted = true, message = '' where id = $1 and not is_deleted returning id`,
);

/**
 * `$1` viewer, `$2` message, `$3` its conversation: the members are notified of the newest other message of the viewer
 * instead, if there is one. The notifications are not shown otherwise.
 */
const notifyOfOther = statement.write(
  'notify_of_other_message',
  `update notification n set item_id = e.id from (
     select m.id from message m where m.conversation_id = $3 and m.user_id = $1 and m.id <> $2 and not m.is_deleted
     order by m.id desc limit 1
   ) e
   where n.user_id in (select user_id from conversation_member where conversation_id = $3)
     and n.kind = 'message' and n.subject_id = $3 and n.actor_id = $1 and n.item_id = $2`,
);

/**
 * Deletes a message of the viewer for everybody: its text is gone, and the participants see that a message was deleted
 * (D302). It no longer counts as unread. A second call has no further effect. Returns the message.
 * @throws Failure NOT_FOUND for messages of others, and in conversations in which the viewer no longer takes part
 */
export async function deleteMessage(context: Context, messageId: number): Promise<MessageRow> {
  const viewer = viewerOf(context);
  const own = await context.database.one(ownMessage, [viewer.id, messageId]);
  if (!own) throw new Failure('NOT_FOUND');
  const conversations = [[own.conversationId]];
  await context.database.transaction(async (tx) => {
    await tx.all(lockConversations, conversations);
    if (!(await tx.one(emptyMessage, [messageId]))) return;
    await tx.all(notifyOfOther, [viewer.id, messageId, own.conversationId]);
    await tx.all(recountConversations, conversations);
    await tx.all(publishConversations, conversations);
  });
  const message = await context.loader(messagesLoader).load(messageId);
  if (!message) throw new Failure('NOT_FOUND');
  return message;
}
