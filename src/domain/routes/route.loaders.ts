import { loader } from '../../platform/database/loader.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { routesByIds } from './route.queries.ts';
import type { RouteRow } from './route.queries.ts';
import { defineLoader } from '../context.ts';

export const routesLoader = defineLoader<Loader<RouteRow>>(({ database }, viewerId) =>
  loader(
    (ids) => database.all(routesByIds, [viewerId, ids]),
    ({ id }) => id,
  ),
);
