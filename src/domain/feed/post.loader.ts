import { loader } from '../../platform/database/loader.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { defineLoader } from '../context.ts';
import { flatPostsByIds, postRow } from './post.queries.ts';
import type { PostRow } from './post.queries.ts';

export const postsLoader = defineLoader<Loader<PostRow>>(({ database }, viewerId) =>
  loader(
    async (ids) => (await database.all(flatPostsByIds, [viewerId, ids])).map(postRow),
    ({ id }) => id,
  ),
);
