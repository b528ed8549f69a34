import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';

/**
 * `$1` viewer, `$2` comment. The post is locked before the comment, as deleting the post itself does, and the count
 * goes down only for a comment that was still there.
 */
const removeComment = statement<{ id: number }>(
  'remove_comment',
  `with p as (
     select p.id from comment c join post p on p.id = c.post_id
     where c.id = $2 and (c.user_id = $1 or p.author_id = $1) for no key update of p
   ), gone as (
     delete from comment using p where comment.id = $2 and comment.post_id = p.id returning comment.id, comment.post_id
   ), counted as (
     update post set comment_count = comment_count - 1 from gone where post.id = gone.post_id
   )
   select id from gone`,
);

/**
 * Deletes a comment: one's own, or anybody's below one's own post, also where a block hides it (interface, Comments).
 * @throws Failure NOT_FOUND for anyone else's
 */
export async function deleteComment(context: Context, commentId: number): Promise<void> {
  const gone = await context.database.one(removeComment, [viewerOf(context).id, commentId]);
  if (!gone) throw new Failure('NOT_FOUND');
}
