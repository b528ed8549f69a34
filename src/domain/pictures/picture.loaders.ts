import DataLoader from 'dataloader';
import { loader } from '../../platform/database/loader.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { picturesByIds, picturesOfPosts } from './picture.queries.ts';
import type { PictureRow } from './picture.queries.ts';
import { defineLoader } from '../context.ts';

export const picturesLoader = defineLoader<Loader<PictureRow>>(({ database }, viewerId) =>
  loader(
    (ids) => database.all(picturesByIds, [viewerId, ids]),
    ({ id }) => id,
  ),
);

/** All pictures of a post (at most `maxPictures`), in the order that its author chose. */
export const picturesOfPostsLoader = defineLoader<DataLoader<number, PictureRow[]>>(
  ({ database }, viewerId) =>
    new DataLoader(async (ids) => {
      const rows = Map.groupBy(await database.all(picturesOfPosts, [viewerId, ids]), ({ postId }) => postId);
      return ids.map((id) => rows.get(id) ?? []);
    }),
);
