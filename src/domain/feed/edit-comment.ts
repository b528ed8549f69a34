import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { blocks, visibleTo } from '../rules/visibility.ts';
import { checkComment } from './add-comment.ts';
import { commentVisibleTo } from './comment.queries.ts';

/** `$1` viewer, `$2` comment of the viewer: whether the viewer may write below its post (decisions N23). */
const ownComment = statement.read<{ open: boolean }>(
  'own_comment',
  `select not ${blocks('$1', 'p.author_id')} as open from comment c join post p on p.id = c.post_id
   where c.id = $2 and c.user_id = $1 and ${commentVisibleTo('$1')}`,
  visibleTo,
);

/** `$1` viewer, `$2` comment, `$3` text. */
const updateComment = statement.write<{ id: number }>(
  'update_comment',
  `update comment c set comment = $3::text from post p where c.id = $2 and c.user_id = $1 and p.id = c.post_id
     and ${commentVisibleTo('$1')} and not ${blocks('$1', 'p.author_id')} returning c.id`,
  visibleTo,
);

/**
 * Changes the text of a comment of the viewer. Likes, the date and the position among the comments stay.
 * @throws Failure NOT_FOUND for comments of others and below posts that the viewer may not see, BLOCKED when the viewer
 * has blocked the author of the post, INVALID for an invalid text
 */
export async function editComment(context: Context, commentId: number, comment: string): Promise<void> {
  const viewer = viewerOf(context);
  const updated = await context.database.one(updateComment, [viewer.id, commentId, checkComment(comment)]);
  if (updated) return;
  const own = await context.database.one(ownComment, [viewer.id, commentId]);
  throw new Failure(own ? 'BLOCKED' : 'NOT_FOUND');
}
