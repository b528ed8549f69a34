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
import { defineLoader } from '../context.ts';
import { listComments } from './list-comments.ts';

export const commentsLoader = defineLoader<Loader<CommentRow>>(({ database }, viewerId) =>
  loader(
    async (ids) => (await database.all(flatCommentsByIds, [viewerId, ids])).map(commentRow),
    ({ id }) => id,
  ),
);

/** Comments by post, oldest first. */
export const commentsOfPostsLoader = defineLoader<PagedLoader<CommentRow>>(({ database }, viewerId) =>
  pagedLoader(
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
);

/** The number of comments of a post that the viewer may see. */
export const commentCountsLoader = defineLoader<CountLoader>(({ database }, viewerId) =>
  countLoader((ids) => database.all(commentCounts, [viewerId, ids])),
);
