import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure, invalid } from '../../errors.ts';
import { Picture } from './picture.entity.ts';
import { lockOwnPost } from './picture.queries.ts';

/**
 * Puts the pictures of one's own post into another order. All of them are named: a list that was made before another
 * picture came or went is refused.
 * @throws Failure NOT_FOUND, INVALID
 */
export async function reorderPictures(context: Context, postId: number, ids: number[]): Promise<void> {
  const viewer = viewerOf(context);
  await context.database.transaction(async (tx) => {
    if (!(await tx.one(lockOwnPost, [viewer.id, postId]))) throw new Failure('NOT_FOUND');
    const pictures = await (await tx.em()).find(Picture, { post: postId });
    const named = new Set(ids);
    const isWhole = named.size === ids.length && ids.length === pictures.length;
    if (!isWhole || pictures.some(({ id }) => !named.has(id)))
      throw invalid('pictureIds', 'must name each picture of the post once');
    for (const picture of pictures) picture.position = ids.indexOf(picture.id);
  });
}
