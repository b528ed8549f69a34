import { mustNotBeSuspended } from '../accounts/suspended.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { likeStatements } from './like.queries.ts';
import type { LikeChange, LikeableType } from './like.queries.ts';

/**
 * Likes a post or comment, takes the like back, or toggles it, and returns whether the viewer likes it now. A second like
 * has no effect, and a like can always be taken back. Concurrent changes run one after the other. @throws Failure
 * NOT_FOUND when there is none that the viewer may see, BLOCKED when the viewer may see it but not like it, RATE_LIMITED, SUSPENDED
 */
export async function like(context: Context, type: LikeableType, id: number, change: LikeChange): Promise<boolean> {
  const viewer = viewerOf(context);
  if (change !== 'unlike') await context.budget.spend('like');
  const changed = await context.database.one(likeStatements[type].change[change], [viewer.id, id]);
  if (!changed) throw new Failure('NOT_FOUND');
  if (changed.liked === null) {
    await mustNotBeSuspended(context.database, viewer.id);
    throw new Failure('BLOCKED');
  }
  return changed.liked;
}
