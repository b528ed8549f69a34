import { runExpensive, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { checkText } from '../../platform/text.ts';
import { messagesLike } from './message.queries.ts';
import type { MessageRow } from './message.queries.ts';

/** What is looked for in one's messages. */
interface MessageSearch {
  /** A part of the text, whatever its case. */
  query: string;
  /** Only in this conversation; null for all. */
  conversationId: number | null;
  limit: number;
  /** Only messages older than this one; null for all. */
  before: number | null;
}

/** Messages of one's inbox and archive with a text in them, newest first. @throws Failure INVALID for an empty text */
export function searchMessages(context: Context, search: MessageSearch): Promise<MessageRow[]> {
  const text = checkText(search.query, 'query', 'title', true);
  const pattern = `%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const before = search.before ?? Number.MAX_SAFE_INTEGER;
  const values = [viewerOf(context).id, pattern, before, search.limit, search.conversationId];
  return runExpensive(context, () => context.database.all(messagesLike, values));
}
