import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import type { StoredPlacement } from './placement.ts';

/**
 * `$1` viewer, `$2` conversation, `$3` placement, `$4` placements it moves from; it stays where it is from others. Who moves
 * a request to the inbox or archive accepts it.
 */
const moveSeat = statement<{ id: number }>(
  'move_seat',
  `update seat set placement = case when placement = any($4::text[]) then $3 else placement end,
     requested = requested and $3 = 'hidden'
   where user_id = $1 and conversation_id = $2 returning conversation_id as id`,
);

/** From where a conversation can go where (interface, Conversation placement); the way back is GraphQL's own. */
const from: Record<StoredPlacement, StoredPlacement[]> = {
  inbox: ['archived', 'hidden'],
  archived: ['inbox'],
  hidden: ['inbox', 'archived'],
};

/**
 * Moves a conversation for the viewer alone. Where it is already, or archiving what is hidden, changes nothing.
 * @throws Failure NOT_FOUND for who is not in the conversation
 */
export async function moveConversation(
  context: Context,
  conversationId: number,
  placement: StoredPlacement,
): Promise<void> {
  const moved = await context.database.one(moveSeat, [
    viewerOf(context).id,
    conversationId,
    placement,
    from[placement],
  ]);
  if (!moved) throw new Failure('NOT_FOUND');
  context.loaders.conversations.clear(conversationId);
}
