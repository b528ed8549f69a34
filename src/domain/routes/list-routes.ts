import { directed } from '../../platform/database/newest-page.ts';
import type { NewestPage } from '../../platform/database/newest-page.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { favoriteRouteCount, favoriteRoutes, routeCountOfOwner, routesOfOwner } from './route.queries.ts';
import type { RouteRow } from './route.queries.ts';

/** Returns the routes of a user that the viewer may see. */
export function listRoutes(context: Context, ownerId: number, page: NewestPage): Promise<RouteRow[]> {
  const [read, position] = directed(routesOfOwner, page);
  return context.database.all(read, [viewerOf(context).id, ownerId, page.limit, page.offset, position]);
}

/** Returns the viewer's favorites, which may belong to any user. */
export function listFavoriteRoutes(context: Context, page: NewestPage): Promise<RouteRow[]> {
  const [read, position] = directed(favoriteRoutes, page);
  return context.database.all(read, [viewerOf(context).id, page.limit, page.offset, position]);
}

/** Returns the number of routes of a user that the viewer may see. */
export async function countRoutes(context: Context, ownerId: number): Promise<number> {
  return (await context.database.one(routeCountOfOwner, [viewerOf(context).id, ownerId]))?.count ?? 0;
}

/** Returns the number of the viewer's favorites. */
export async function countFavoriteRoutes(context: Context): Promise<number> {
  return (await context.database.one(favoriteRouteCount, [viewerOf(context).id]))?.count ?? 0;
}
