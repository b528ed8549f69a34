import { writeCursor } from '../pagination/cursor.ts';

/** The cursor of a post in any feed. Feeds are ordered by the ids of posts. */
export function postCursor(postId: number): string {
  return writeCursor(postId);
}
