import type { Queries } from '@runners/postgres';
import type { Page } from '../../platform/database/loader.ts';
import { commentRow, commentsOfPost } from './comment.queries.ts';
import type { CommentRow, FlatComment } from './comment.queries.ts';

/** A page of the comments of a post, oldest first. */
interface ListedComments {
  comments: CommentRow[];
  /** The number of all comments that the viewer may see, or null if they have to be counted (`commentsOfPosts`). */
  total: number | null;
}

/** Reads a page of the comments of one post; null when the viewer may not see the post (decisions R12). */
export async function listComments(
  database: Queries,
  viewerId: number,
  postId: number,
  page: Page,
): Promise<ListedComments | null> {
  const rows = await commentsOfPost.page(database, [viewerId, postId], page);
  const [first] = rows;
  if (!first) return null;
  const comments = first.id === null ? [] : (rows as FlatComment[]).map(commentRow);
  return { comments, total: first.total };
}
