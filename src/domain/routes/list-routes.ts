import type { Page } from '../../platform/database/loader.ts';
import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { favoriteRoutes, routesOfOwner } from './route.queries.ts';
import type { RouteRow } from './route.queries.ts';

/** Returns the routes of a user that the viewer may see. */
export function listRoutes(context: Context, ownerId: number, page: Page): Promise<RouteRow[]> {
  return routesOfOwner.page(context.database, [viewerOf(context).id, ownerId], page);
}

/** Returns the viewer's favorites, which may belong to any user. */
export function listFavoriteRoutes(context: Context, page: Page): Promise<RouteRow[]> {
  return favoriteRoutes.page(context.database, [viewerOf(context).id], page);
}

/** Returns the number of routes of a user that the viewer may see. */
export function countRoutes(context: Context, ownerId: number): Promise<number> {
  return routesOfOwner.total(context.database, [viewerOf(context).id, ownerId]);
}

/** Returns the number of the viewer's favorites. */
export function countFavoriteRoutes(context: Context): Promise<number> {
  return favoriteRoutes.total(context.database, [viewerOf(context).id]);
}
