import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { unitOfWork } from '../../platform/database/database.ts';
import { Failure } from '../../errors.ts';
import { Post } from './post.entity.ts';

/** Deletes one's own post; its workout stays in one's training log. @throws Failure NOT_FOUND for anyone else's */
export async function deletePost(context: Context, postId: number): Promise<void> {
  const own = { id: postId, author: viewerOf(context).id };
  const removed = await unitOfWork(context.database, (em) => em.nativeDelete(Post, own));
  if (removed === 0) throw new Failure('NOT_FOUND');
}
