import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';

/** `$1` viewer, `$2` conversation: below its lock nobody writes in it, and two who leave do so one after the other. */
const lockSeat = statement<{ id: number }>(
  'lock_left_conversation',
  `select c.id from conversation c join seat s on s.conversation_id = c.id and s.user_id = $1
   where c.id = $2 for update of c`,
);

/** `$1` viewer, `$2` conversation, which goes when nobody is left in it. */
const leave = statement<{ id: number }>(
  'leave_conversation',
  `with gone as (delete from seat where user_id = $1 and conversation_id = $2 returning conversation_id as id), empty as (
     delete from conversation c using gone where c.id = gone.id
       and not exists (select 1 from seat s where s.conversation_id = c.id and s.user_id <> $1)
   )
   select id from gone`,
);

/**
 * Leaves a conversation: it is not there for the viewer any more, and nothing that is written in it reaches them. What
 * they wrote stays with the others (decisions N24).
 * @throws Failure NOT_FOUND for who is not in the conversation
 */
export async function leaveConversation(context: Context, conversationId: number): Promise<void> {
  const values = [viewerOf(context).id, conversationId];
  const left = await context.database.transaction(async (tx) =>
    (await tx.one(lockSeat, values)) ? tx.one(leave, values) : undefined,
  );
  if (!left) throw new Failure('NOT_FOUND');
  context.loaders.conversations.clear(conversationId);
}
