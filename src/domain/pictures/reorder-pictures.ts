import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure, invalid } from '../../errors.ts';
import { lockOwnPost } from './picture.queries.ts';

const pictureIds = statement<{ id: number }>('picture_ids_of_post', 'select id from picture where post_id = $1', {
  all: 'of a post that is locked as the own one',
});

/** `$1` post, `$2` picture ids in their new order. */
const placePictures = statement(
  'place_pictures',
  `update picture set position = o.place from unnest($2::bigint[]) with ordinality o(id, place)
   where picture.id = o.id and picture.post_id = $1`,
);

/**
 * Puts the pictures of one's own post into another order. All of them are named: a list that was made before another
 * picture came or went is refused.
 * @throws Failure NOT_FOUND, INVALID
 */
export async function reorderPictures(context: Context, postId: number, ids: number[]): Promise<void> {
  const viewer = viewerOf(context);
  await context.database.transaction(async (tx) => {
    if (!(await tx.one(lockOwnPost, [viewer.id, postId]))) throw new Failure('NOT_FOUND');
    const present = new Set((await tx.all(pictureIds, [postId])).map(({ id }) => id));
    const named = new Set(ids);
    const isWhole = named.size === ids.length && ids.length === present.size && ids.every((id) => present.has(id));
    if (!isWhole) throw invalid('pictureIds', 'must name each picture of the post once');
    await tx.all(placePictures, [postId, ids]);
  });
}
