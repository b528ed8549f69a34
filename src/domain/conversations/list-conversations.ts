import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { conversationLists, conversationRow } from './conversation.queries.ts';
import type { ConversationList, ConversationRow } from './conversation.queries.ts';
import type { Placement, StoredPlacement } from './placement.ts';

/** The requested list of conversations. */
interface ConversationsRequest {
  placement: Placement;
  /** Whether the inbox includes the requests, as in the REST interface. */
  withRequests: boolean;
  /** Whether conversations in which nobody has written are listed, which have no last message. With it, the inbox includes the requests. */
  withEmpty: boolean;
}

/** The requested page. */
interface ConversationsPage {
  limit: number;
  offset: number;
  /** Only those whose last message is older than this one; null for all. */
  before: number | null;
}

/**
 * Returns a page of the conversations of the viewer by last activity, newest first, and their total number, which an
 * empty page does not contain (decisions W10).
 */
export async function listConversations(
  context: Context,
  request: ConversationsRequest,
  { limit, offset, before }: ConversationsPage,
): Promise<{ rows: ConversationRow[]; total: number | null }> {
  const { list, placement } = listFor(request);
  const values = [viewerOf(context).id, placement, before ?? Number.MAX_SAFE_INTEGER, limit, offset];
  const flat = await context.database.all(list.page, values);
  return { rows: flat.map((row) => conversationRow(row, true)), total: flat[0]?.total ?? null };
}

/** Returns the total number. */
export async function countConversations(context: Context, request: ConversationsRequest): Promise<number> {
  const { list, placement } = listFor(request);
  return (await context.database.one(list.count, [viewerOf(context).id, placement]))?.count ?? 0;
}

function listFor(request: ConversationsRequest): { list: ConversationList; placement: StoredPlacement } {
  const { placement, withRequests, withEmpty } = request;
  if (placement === 'requests') return { list: conversationLists.requests, placement: 'inbox' };
  if (withEmpty) return { list: conversationLists.withEmpty, placement };
  if (placement === 'inbox' && !withRequests) return { list: conversationLists.inbox, placement };
  return { list: conversationLists.all, placement };
}
