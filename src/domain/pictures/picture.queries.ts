import { selected } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { hasAccount, isPresent, isShownTo, visibleTo } from '../rules/visibility.ts';
import type { ImageFormat } from './image-format.ts';
import { Picture } from './picture.entity.ts';

const pictureNames = [
  'id',
  'postId',
  'width',
  'height',
  'format',
  'createdDate',
  'isHidden',
] as const satisfies (keyof Stored<Picture>)[];

/** A picture as it is read: what GraphQL's `Picture` is made from. */
export type PictureRow = Pick<Stored<Picture>, (typeof pictureNames)[number]>;

const pictureColumns = selected(Picture, 'pic', pictureNames);
/** Whoever sees the post sees its pictures (decisions R12), but for those that staff have hidden. */
export const visible = `${visibleTo('$1', 'p.author_id', 'p.privacy')} and ${isShownTo('$1', 'p.author_id', 'pic')}`;

/** `$1` viewer, `$2` picture ids. */
export const picturesByIds = statement<PictureRow>(
  'pictures_by_ids',
  `select ${pictureColumns} from picture pic join post p on p.id = pic.post_id
   where pic.id = any($2::bigint[]) and ${visible}`,
  visibleTo,
);

/** `$1` viewer, `$2` post ids: their pictures, each post's in the order that its author chose. */
export const picturesOfPosts = statement<PictureRow>(
  'pictures_of_posts',
  `select ${pictureColumns} from picture pic join post p on p.id = pic.post_id
   where pic.post_id = any($2::bigint[]) and ${visible} order by pic.post_id, pic.position, pic.id`,
  visibleTo,
);

/** Where a picture's files lie. */
interface ServedPicture {
  key: string;
  format: ImageFormat;
  /** Which file the viewer gets for the original: without its metadata when they are not the owner. */
  original: 'original' | 'shared';
}

/** Whether the viewer is staff and the picture was reported: they have to see what they decide about. */
const reportedToStaff = `(exists (select 1 from moderation_case k where k.kind = 'picture' and k.subject_id = pic.id)
  and exists (select 1 from users st where st.id = $1 and st.is_staff))`;

/** `$1` viewer, `$2` picture id: for a URL that was handed out to the viewer. */
export const servedPicture = statement<ServedPicture>(
  'served_picture',
  `select pic.key, pic.format,
     case when f.has_shared and p.author_id <> $1 then 'shared' else 'original' end as original
   from picture pic join post p on p.id = pic.post_id join picture_file f on f.key = pic.key
   where pic.id = $2 and ${hasAccount('$1')} and (${visible} or ${reportedToStaff})`,
  visibleTo,
  hasAccount,
);

/** `$1` user, `$2` key: whether that is the user's profile picture today. */
export const servedProfilePicture = statement<{ key: string }>(
  'served_profile_picture',
  `select image_key as key from users where id = $1 and image_key = $2 and ${isPresent('$1')}`,
  { all: 'whoever has the URL of a profile picture may fetch it (decisions D139)' },
);

/** `$1` viewer, `$2` post id, `$3` digest: one's own post, and its picture of these bytes when it has it. */
export const ownPostWithPicture = statement<{ pictureId: number | null }>(
  'own_post_with_picture',
  `select (select id from picture where post_id = p.id and digest = $3) as "pictureId"
   from post p where p.id = $2 and p.author_id = $1`,
  { owner: 'p.author_id = $1' },
);

/** `$1` viewer, `$2` post id. */
export const ownPost = statement<{ id: number }>('own_post', 'select id from post where id = $2 and author_id = $1', {
  owner: 'author_id = $1',
});

/** `$1` viewer, `$2` post id: puts those who change the pictures of a post in a line. */
export const lockOwnPost = statement<{ id: number }>(
  'lock_own_post',
  'select id from post where id = $2 and author_id = $1 for no key update',
);
