import type { Queries } from '../database/statement.ts';
import { countLoader, loader, pagedLoader } from '../loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../loader.ts';
import {
  commentCounts,
  commentRow,
  flatCommentsByIds,
  flatCommentsOfPost,
  flatCommentsOfPosts,
  flatNewestOfPosts,
} from './comment.queries.ts';
import type { CommentRow } from './comment.queries.ts';

/** The loaders of comments. */
export interface CommentLoaders {
  comments: Loader<CommentRow>;
  /** Comments by post, oldest first. */
  commentsOfPosts: PagedLoader<CommentRow>;
  /** How many comments of a post the viewer may see. */
  commentCounts: CountLoader;
}

export function commentLoaders(database: Queries, viewerId: number): CommentLoaders {
  return {
    comments: loader(
      async (ids) => (await database.all(flatCommentsByIds, [viewerId, ids])).map(commentRow),
      ({ id }) => id,
    ),
    commentsOfPosts: pagedLoader(
      async (ids, { after, before, limit, offset, fromEnd }) => {
        const onwards = ids.length === 1 ? flatCommentsOfPost : flatCommentsOfPosts;
        const statement = fromEnd ? flatNewestOfPosts : onwards;
        return (await database.all(statement, [viewerId, ids, after, before, limit, offset])).map(commentRow);
      },
      ({ postId }) => postId,
    ),
    commentCounts: countLoader((ids) => database.all(commentCounts, [viewerId, ids])),
  };
}
