import { loader } from '../../platform/database/loader.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { routesByIds } from './route.queries.ts';
import type { RouteRow } from './route.queries.ts';
import type { LoaderMakers } from '../loader-makers.ts';

/** The loaders of routes. */
export interface RouteLoaders {
  routes: Loader<RouteRow>;
}

export const routeLoaders: LoaderMakers<RouteLoaders> = {
  routes: ({ database }, viewerId) =>
    loader(
      (ids) => database.all(routesByIds, [viewerId, ids]),
      ({ id }) => id,
    ),
};
