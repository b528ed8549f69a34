import { loader } from '../../platform/database/loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../../platform/database/loader.ts';
import { commentRow, commentsOfPosts, flatCommentsByIds } from './comment.queries.ts';
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
  commentsOfPosts.pages(
    database,
    (ids) => [viewerId, ids],
    async (id, page) => (await listComments(database, viewerId, id, page))?.comments ?? [],
  ),
);

/** The number of comments of a post that the viewer may see. */
export const commentCountsLoader = defineLoader<CountLoader>(({ database }, viewerId) =>
  commentsOfPosts.totals(database, (ids) => [viewerId, ids]),
);
