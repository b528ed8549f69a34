import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { flatPostById, postRow } from './post.queries.ts';
import type { PostRow } from './post.queries.ts';

/** Finds a post; null when there is none that the viewer may see (decisions R12). */
export async function findPost(context: Context, postId: number): Promise<PostRow | null> {
  const flat = await context.database.one(flatPostById, [viewerOf(context).id, postId]);
  return flat ? postRow(flat) : null;
}
