import { countLoader, loader } from '../../platform/database/loader.ts';
import type { CountLoader, Loader, PagedLoader } from '../../platform/database/loader.ts';
import { defineLoader } from '../context.ts';
import { likeStatements } from './like.queries.ts';
import type { LikeableType, LikerRow } from './like.queries.ts';

/** The loaders of the likes of one kind of objects. */
export interface LikeLoaders {
  /** The users who like an object, oldest like first, without those whom a block hides from the viewer. */
  likers: PagedLoader<LikerRow>;
  /** The number of likers of an object whom a block hides from the viewer. */
  hidden: CountLoader;
  /** The newest likers of an object that the viewer may see, where its row does not have all of them. */
  listed: Loader<{ id: number; likers: number[] }>;
  /** The objects that the viewer likes. */
  mine: Loader<{ id: number }>;
}

const likesOf = (type: LikeableType) => {
  const { likers, hidden, listed, mine } = likeStatements[type];
  return defineLoader<LikeLoaders>(({ database }, viewerId) => ({
    likers: likers.pages(database, (ids) => [viewerId, ids]),
    hidden: countLoader((ids) => database.all(hidden, [viewerId, ids])),
    listed: loader(
      (ids) => database.all(listed, [ids]),
      ({ id }) => id,
    ),
    mine: loader(
      (ids) => database.all(mine, [viewerId, ids]),
      ({ id }) => id,
    ),
  }));
};

/** The likes of each type. */
export const likesLoaders = { Post: likesOf('Post'), Comment: likesOf('Comment') } as const;
