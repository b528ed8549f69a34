import { writeCursor } from '../pagination/cursor.ts';

/** Cursor of a post in any feed: feeds are ordered by post id. */
export function postCursor(postId: number): string {
  return writeCursor(postId);
}
