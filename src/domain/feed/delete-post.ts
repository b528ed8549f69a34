import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { unitOfWork } from '../../platform/database/database.ts';
import { Failure } from '../../errors.ts';
import { Post } from './post.entity.ts';

/**
 * Deletes a post of the viewer. Its workout stays in the training log. @throws Failure NOT_FOUND for a post of another
 * user
 */
export async function deletePost(context: Context, postId: number): Promise<void> {
  const own = { id: postId, author: viewerOf(context).id };
  const removed = await unitOfWork(context.database, (em) => em.nativeDelete(Post, own));
  if (removed === 0) throw new Failure('NOT_FOUND');
}
