import type { Context } from '../context.ts';
import { profilePictureUrl } from '../rules/media-urls.ts';
import { pictureUrl } from './picture-urls.ts';
import { visible } from './picture.queries.ts';
import type { PictureSizes } from './picture-sizes.ts';
import { isPresent, visibleTo } from '../rules/visibility.ts';
import { statement } from '../../platform/database/statement.ts';

/** The longest path of another service that is looked up. */
export const longestOldPath = 2000;

interface OldPicture {
  pictureId: number | null;
  userId: number | null;
  imageKey: string | null;
  size: string;
}

/** `$1` is the viewer, and `$2` the path. */
const oldPicture = statement.read<OldPicture>(
  'picture_of_old_url',
  `select pic.id as "pictureId", u.id as "userId", u.image_key as "imageKey", o.size
   from old_url o left join (picture pic join post p on p.id = pic.post_id) on pic.id = o.picture_id and ${visible}
     left join users u on u.id = o.user_id and u.image_key is not null and ${isPresent('u.id')}
   where o.path = $2`,
  visibleTo,
);

/** The URL that a picture has now, for whoever may see it; null for a path that no picture had (decisions P33). */
export async function urlOfOld(context: Context, path: string): Promise<string | null> {
  const found = await context.database.one(oldPicture, [context.viewer?.id ?? 0, path]);
  if (!found) return null;
  const { pictureId, userId, imageKey, size } = found;
  // A signed URL of a picture works for those with an account.
  if (pictureId !== null && context.viewer) return pictureUrl(context, pictureId, size as keyof PictureSizes);
  return userId !== null && imageKey !== null
    ? profilePictureUrl(context, userId, imageKey, size as '225' | '48')
    : null;
}
