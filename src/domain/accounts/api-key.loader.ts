import { loader } from '../../platform/database/loader.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { defineLoader } from '../context.ts';
import { keysByIds } from './account.queries.ts';
import type { ApiKeyRow } from './account.queries.ts';

/** The viewer's own keys. */
export const apiKeysLoader = defineLoader<Loader<ApiKeyRow>>(({ database }, viewerId) =>
  loader(
    (ids) => database.all(keysByIds, [viewerId, ids]),
    ({ id }) => id,
  ),
);
