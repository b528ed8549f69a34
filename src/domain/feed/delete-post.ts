import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';

const removePost = statement<{ id: number }>(
  'remove_post',
  'delete from post where id = $1 and author_id = $2 returning id',
);

/** Deletes one's own post; its workout stays in one's training log. @throws Failure NOT_FOUND for anyone else's */
export async function deletePost(context: Context, postId: number): Promise<void> {
  const gone = await context.database.one(removePost, [postId, viewerOf(context).id]);
  if (!gone) throw new Failure('NOT_FOUND');
}
