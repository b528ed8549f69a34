import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import type { Page } from '../../platform/database/loader.ts';
import { conversationLists, conversationRow } from './conversation.queries.ts';
import type { ConversationRow } from './conversation.queries.ts';
import type { Placement, StoredPlacement } from './placement.ts';

/** The requested list of conversations. */
interface ConversationsRequest {
  placement: Placement;
  /** Whether the inbox includes the requests, as in the REST interface. */
  withRequests: boolean;
  /** Whether conversations in which nobody has written are listed, which have no last message. With it, the inbox includes the requests. */
  withEmpty: boolean;
}

/** Returns a page of the conversations of the viewer by last activity, newest first, with their total number (decisions W10). */
export async function listConversations(
  context: Context,
  request: ConversationsRequest,
  page: Page,
): Promise<(ConversationRow & { total: number })[]> {
  const { list, placement } = listFor(request);
  const flat = await list.page(context.database, [viewerOf(context).id, placement], page);
  return flat.map((row) => ({ ...conversationRow(row, true), total: row.total }));
}

/** Returns the total number. */
export async function countConversations(context: Context, request: ConversationsRequest): Promise<number> {
  const { list, placement } = listFor(request);
  return list.total(context.database, [viewerOf(context).id, placement]);
}

function listFor(request: ConversationsRequest): { list: typeof conversationLists.all; placement: StoredPlacement } {
  const { placement, withRequests, withEmpty } = request;
  if (placement === 'requests') return { list: conversationLists.requests, placement: 'inbox' };
  if (withEmpty) return { list: conversationLists.withEmpty, placement };
  if (placement === 'inbox' && !withRequests) return { list: conversationLists.inbox, placement };
  return { list: conversationLists.all, placement };
}
