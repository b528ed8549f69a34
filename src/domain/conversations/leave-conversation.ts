import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { Conversation } from './conversation.entity.ts';
import { ConversationMember } from './conversation-member.entity.ts';

/** `$1` viewer, `$2` conversation. While it is locked, nobody else writes in it or leaves it. */
const lockMembership = statement.write<{ id: number }>(
  'lock_left_conversation',
  `select c.id from conversation c join conversation_member s on s.conversation_id = c.id and s.user_id = $1
   where c.id = $2 for update of c`,
);

/**
 * Leaves a conversation. The viewer no longer sees it or receives its messages. Their messages stay visible to the
 * others, and it is deleted when the last participant leaves (decisions N24).
 * @throws Failure NOT_FOUND when the viewer does not take part in it
 */
export async function leaveConversation(context: Context, conversationId: number): Promise<void> {
  const viewer = viewerOf(context);
  await context.database.transaction(async (tx) => {
    if (!(await tx.one(lockMembership, [viewer.id, conversationId]))) throw new Failure('NOT_FOUND');
    const em = await tx.em();
    await em.nativeDelete(ConversationMember, { user: viewer.id, conversation: conversationId });
    if ((await em.count(ConversationMember, { conversation: conversationId })) > 0) return;
    await em.nativeDelete(Conversation, conversationId);
  });
}
