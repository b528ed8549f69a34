import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';

/** `$1` is the viewer, and `$2` the picture. The post is locked first, as for every change of its pictures. */
const removePicture = statement.write<{ postId: number }>(
  'remove_picture',
  `with p as (
     select p.id from picture pic join post p on p.id = pic.post_id
     where pic.id = $2 and p.author_id = $1 for no key update of p
   )
   delete from picture using p where picture.id = $2 and picture.post_id = p.id returning picture.post_id as "postId"`,
);

/**
 * Deletes a picture of a post of the viewer. Its URLs become invalid at once, and its files are removed later. Returns the
 * id of the post. @throws Failure NOT_FOUND
 */
export async function deletePicture(context: Context, pictureId: number): Promise<number> {
  const gone = await context.database.one(removePicture, [viewerOf(context).id, pictureId]);
  if (!gone) throw new Failure('NOT_FOUND');
  return gone.postId;
}
