import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure, invalid } from '../../errors.ts';
import { Picture } from './picture.entity.ts';
import { lockOwnPost } from './picture.queries.ts';

/**
 * Changes the order of the pictures of a post of the viewer. The list must contain all of them. A list that was made
 * before another picture was added or deleted is refused.
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
      throw invalid('pictureIds', 'must name each picture of the post once', 'MALFORMED');
    for (const picture of pictures) picture.position = ids.indexOf(picture.id);
  });
}
