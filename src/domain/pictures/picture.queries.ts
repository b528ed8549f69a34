import { selected } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { every, sqlOf } from '../rules/rule.ts';
import { hasAccount, hiddenRule, isPresent, objectRule, visibleTo } from '../rules/visibility.ts';
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

/** A picture as it is read, from which the type `Picture` of GraphQL is made. */
export type PictureRow = Pick<Stored<Picture>, (typeof pictureNames)[number]>;

const pictureColumns = selected(Picture, 'pic', pictureNames);
/** Whoever sees the post sees its pictures (decisions R12), but for those that staff have hidden. */
export const pictureRule = every(objectRule('$1', 'p'), hiddenRule('$1', 'p.author_id', 'pic'));
export const visible = sqlOf(pictureRule);

/** `$1` is the viewer, and `$2` are ids of pictures. */
export const picturesByIds = statement.read<PictureRow>(
  'pictures_by_ids',
  `select ${pictureColumns} from picture pic join post p on p.id = pic.post_id
   where pic.id = any($2::bigint[]) and ${visible}`,
  visibleTo,
);

/**
 * `$1` is the viewer, and `$2` are ids of posts. The rows are their pictures, for each post in the order that its
 * author chose.
 */
export const picturesOfPosts = statement.read<PictureRow>(
  'pictures_of_posts',
  `select ${pictureColumns} from picture pic join post p on p.id = pic.post_id
   where pic.post_id = any($2::bigint[]) and ${visible} order by pic.post_id, pic.position, pic.id`,
  visibleTo,
);

/** The location of the files of a picture. */
interface ServedPicture {
  key: string;
  format: ImageFormat;
  /** The file of the original for the viewer: without its metadata unless the viewer is the owner. */
  original: 'original' | 'shared';
}

/** Whether the viewer is staff and the picture was reported: they have to see what they decide about. */
const reportedToStaff = `(exists (select 1 from moderation_case k where k.kind = 'picture' and k.subject_id = pic.id)
  and exists (select 1 from users st where st.id = $1 and st.is_staff))`;

/** `$1` is the viewer, and `$2` the id of the picture. The statement serves a URL that was issued to the viewer. */
export const servedPicture = statement.read<ServedPicture>(
  'served_picture',
  `select pic.key, pic.format,
     case when f.has_shared and p.author_id <> $1 then 'shared' else 'original' end as original
   from picture pic join post p on p.id = pic.post_id join picture_file f on f.key = pic.key
   where pic.id = $2 and ${hasAccount('$1')} and (${visible} or ${reportedToStaff})`,
  visibleTo,
  hasAccount,
);

/** `$1` is the user, and `$2` the key. The result is whether this is the current profile picture of the user. */
export const servedProfilePicture = statement.read<{ key: string }>(
  'served_profile_picture',
  `select image_key as key from users where id = $1 and image_key = $2 and ${isPresent('$1')}`,
  { all: 'everyone with the URL of a profile picture may fetch it; a block ends the issuing of URLs' },
);

/**
 * `$1` is the viewer, `$2` the id of the post, and `$3` the digest. The row is a post of the viewer, with its picture
 * that has these bytes, if any.
 */
export const ownPostWithPicture = statement.read<{ pictureId: number | null }>(
  'own_post_with_picture',
  `select (select id from picture where post_id = p.id and digest = $3) as "pictureId"
   from post p where p.id = $2 and p.author_id = $1`,
  { owner: 'p.author_id = $1' },
);

/** `$1` is the viewer, and `$2` the id of the post. */
export const ownPost = statement.read<{ id: number }>(
  'own_post',
  'select id from post where id = $2 and author_id = $1',
  {
    owner: 'author_id = $1',
  },
);

/**
 * `$1` is the viewer, and `$2` the id of the post. The statement locks the post, so that changes of its pictures run
 * one after the other.
 */
export const lockOwnPost = statement.write<{ id: number }>(
  'lock_own_post',
  'select id from post where id = $2 and author_id = $1 for no key update',
);
