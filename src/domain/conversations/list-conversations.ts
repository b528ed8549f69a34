import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { conversationCount, conversationRow, flatConversationsOfUser } from './conversation.queries.ts';
import type { ConversationRow } from './conversation.queries.ts';
import type { Placement } from './placement.ts';

/** Which of one's conversations are asked for. */
export interface ConversationsRequest {
  placement: Placement;
  limit: number;
  offset: number;
  /** Only those whose last message is older than this one; null for all. */
  before: number | null;
}

/**
 * One's inbox, archive or hidden conversations by last activity, newest first, and how many there are in all, which an empty page does not
 * know (decisions W10).
 */
export async function listConversations(
  context: Context,
  request: ConversationsRequest,
): Promise<{ rows: ConversationRow[]; total: number | null }> {
  const { placement, limit, offset, before } = request;
  const values = [viewerOf(context).id, placement, before ?? Number.MAX_SAFE_INTEGER, limit, offset];
  const flat = await context.database.all(flatConversationsOfUser, values);
  return { rows: flat.map(conversationRow), total: flat[0]?.total ?? null };
}

/** How many there are in all. */
export async function countConversations(context: Context, placement: Placement): Promise<number> {
  return (await context.database.one(conversationCount, [viewerOf(context).id, placement]))?.count ?? 0;
}
