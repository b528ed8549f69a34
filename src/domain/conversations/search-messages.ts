import { runInTurn, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { checkText } from '../../platform/text.ts';
import { messagesLike } from './message.queries.ts';
import type { MessageRow } from './message.queries.ts';

/** A search in the messages of the viewer. */
interface MessageSearch {
  /** A part of the text, in upper or lower case. */
  query: string;
  /** Only in this conversation; null for all. */
  conversationId: number | null;
  limit: number;
  /** Only messages older than this one; null for all. */
  before: number | null;
}

/**
 * Finds messages in the inbox and archive of the viewer that contain a text, newest first. @throws Failure INVALID for
 * an empty text
 */
export function searchMessages(context: Context, search: MessageSearch): Promise<MessageRow[]> {
  const text = checkText(search.query, 'query', 'title', true);
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const before = search.before ?? Number.MAX_SAFE_INTEGER;
  const values = [viewerOf(context).id, pattern, before, search.limit, search.conversationId];
  return runInTurn(context, 'expensive', () => context.database.all(messagesLike, values));
}
