import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { existenceFirst } from '../rules/existence-first.ts';
import { checkText } from '../../platform/text.ts';
import { visibleTo } from '../rules/visibility.ts';

/**
 * `$1` viewer, `$2` post, `$3` text. The count is changed first: its row lock puts the writers below one post in a
 * line, so that ids and dates are in the order of the commits.
 */
const insertComment = statement<{ id: number }>(
  'insert_comment',
  `with p as (
     update post set comment_count = comment_count + 1
     where id = $2 and ${visibleTo('$1', 'post.author_id', 'post.privacy')} returning id
   )
   insert into comment (post_id, user_id, comment, submit_date)
   select p.id, $1::bigint, $3::text, clock_timestamp() from p returning id`,
);

/**
 * Writes a comment below a post and returns its id.
 * @throws Failure NOT_FOUND when there is no such post that the viewer may see, INVALID for a text that is none
 */
export async function addComment(context: Context, postId: number, comment: string): Promise<number> {
  const viewer = viewerOf(context);
  const text = await existenceFirst(
    () => checkText(comment, 'comment', 'text', true),
    () => context.loaders.posts.load(postId),
  );
  const added = await context.database.one(insertComment, [viewer.id, postId, text]);
  if (!added) throw new Failure('NOT_FOUND');
  context.loaders.posts.clear(postId);
  return added.id;
}
