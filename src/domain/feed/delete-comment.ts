import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { isPresent } from '../rules/visibility.ts';

/**
 * `$1` viewer, `$2` comment. The post is locked before the comment, as in the deletion of a post, and the count is only
 * reduced if the comment still existed.
 */
const removeComment = statement.write<{ postId: number }>(
  'remove_comment',
  `with p as (
     select p.id from comment c join post p on p.id = c.post_id
     where c.id = $2 and (c.user_id = $1 or p.author_id = $1 and ${isPresent('c.user_id')} and not c.is_hidden)
     for no key update of p
   ), gone as (
     delete from comment using p where comment.id = $2 and comment.post_id = p.id returning comment.id, comment.post_id, comment.is_hidden
   ), counted as (
     update post set comment_count = comment_count - 1 from gone where post.id = gone.post_id and not gone.is_hidden
   )
   select post_id as "postId" from gone`,
);

/**
 * Deletes a comment of the viewer, or any comment on a post of the viewer, even one that a block hides (interface,
 * Comments). Returns the id of the post.
 * @throws Failure NOT_FOUND for any other comment
 */
export async function deleteComment(context: Context, commentId: number): Promise<number> {
  const gone = await context.database.one(removeComment, [viewerOf(context).id, commentId]);
  if (!gone) throw new Failure('NOT_FOUND');
  return gone.postId;
}
