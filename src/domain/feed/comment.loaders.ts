import type { Queries } from '../../platform/database/statement.ts';
import { countLoader, loader, pagedLoader } from '../../platform/database/loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../../platform/database/loader.ts';
import {
  commentCounts,
  commentRow,
  flatCommentsByIds,
  flatCommentsOfPosts,
  flatNewestOfPosts,
} from './comment.queries.ts';
import type { CommentRow } from './comment.queries.ts';
import { listComments } from './list-comments.ts';

/** The loaders of comments. */
export interface CommentLoaders {
  comments: Loader<CommentRow>;
  /** Comments by post, oldest first. */
  commentsOfPosts: PagedLoader<CommentRow>;
  /** The number of comments of a post that the viewer may see. */
  commentCounts: CountLoader;
}

export function commentLoaders(database: Queries, viewerId: number): CommentLoaders {
  return {
    comments: loader(
      async (ids) => (await database.all(flatCommentsByIds, [viewerId, ids])).map(commentRow),
      ({ id }) => id,
    ),
    commentsOfPosts: pagedLoader(
      async (ids, page) => {
        const [id, ...others] = ids;
        if (id !== undefined && others.length === 0)
          return (await listComments(database, viewerId, id, page))?.comments ?? [];
        const { after, before, limit, offset, fromEnd } = page;
        const statement = fromEnd ? flatNewestOfPosts : flatCommentsOfPosts;
        return (await database.all(statement, [viewerId, ids, after, before, limit, offset])).map(commentRow);
      },
      ({ postId }) => postId,
    ),
    commentCounts: countLoader((ids) => database.all(commentCounts, [viewerId, ids])),
  };
}
