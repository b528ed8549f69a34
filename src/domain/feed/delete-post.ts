import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';

/** `$1` is the viewer, and `$2` the post. */
const removePost = statement.write<{ workoutId: number | null }>(
  'remove_post',
  'delete from post where id = $2 and author_id = $1 returning workout_id as "workoutId"',
);

/**
 * Deletes a post of the viewer. Its workout stays in the training log. Returns the id of the workout; null for a post about an
 * event. @throws Failure NOT_FOUND for a post of another user
 */
export async function deletePost(context: Context, postId: number): Promise<number | null> {
  const removed = await context.database.one(removePost, [viewerOf(context).id, postId]);
  if (!removed) throw new Failure('NOT_FOUND');
  return removed.workoutId;
}
