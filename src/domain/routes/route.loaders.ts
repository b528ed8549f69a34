import type { Queries } from '../../platform/database/statement.ts';
import { loader } from '../../platform/database/loader.ts';
import type { Loader } from '../../platform/database/loader.ts';
import { routesByIds } from './route.queries.ts';
import type { RouteRow } from './route.queries.ts';

/** The loaders of routes. */
export interface RouteLoaders {
  routes: Loader<RouteRow>;
}

export function routeLoaders(database: Queries, viewerId: number): RouteLoaders {
  return {
    routes: loader(
      (ids) => database.all(routesByIds, [viewerId, ids]),
      ({ id }) => id,
    ),
  };
}
