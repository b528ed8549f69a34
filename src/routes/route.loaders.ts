import type { Queries } from '../database/statement.ts';
import { loader } from '../loader.ts';
import type { Loader } from '../loader.ts';
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
