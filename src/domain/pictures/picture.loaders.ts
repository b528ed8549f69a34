import DataLoader from 'dataloader';
import { loader } from '../../platform/database/loader.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { picturesByIds, picturesOfPosts } from './picture.queries.ts';
import type { PictureRow } from './picture.queries.ts';
import type { LoaderMakers } from '../loader-makers.ts';

/** The loaders of pictures. */
export interface PictureLoaders {
  pictures: Loader<PictureRow>;
  /** All pictures of a post (at most `maxPictures`), in the order that its author chose. */
  picturesOfPosts: DataLoader<number, PictureRow[]>;
}

export const pictureLoaders: LoaderMakers<PictureLoaders> = {
  pictures: ({ database }, viewerId) =>
    loader(
      (ids) => database.all(picturesByIds, [viewerId, ids]),
      ({ id }) => id,
    ),
  picturesOfPosts: ({ database }, viewerId) =>
    new DataLoader(async (ids) => {
      const rows = Map.groupBy(await database.all(picturesOfPosts, [viewerId, ids]), ({ postId }) => postId);
      return ids.map((id) => rows.get(id) ?? []);
    }),
};
