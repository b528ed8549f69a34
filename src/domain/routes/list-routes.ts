import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { favoriteRoutes, routesOfOwner } from './route.queries.ts';
import type { RouteRow } from './route.queries.ts';

/** Part of a list of routes, newest first. */
interface RoutesPage {
  limit: number;
  offset: number;
  /** Returns only routes with a smaller id; null returns all. */
  beforeId: number | null;
}

const newest = Number.MAX_SAFE_INTEGER;

/** Returns the routes of a user that the viewer may see. */
export function listRoutes(context: Context, ownerId: number, page: RoutesPage): Promise<RouteRow[]> {
  const { limit, offset, beforeId } = page;
  return context.database.all(routesOfOwner, [viewerOf(context).id, ownerId, limit, offset, beforeId ?? newest]);
}

/** Returns the viewer's favorites, which may belong to any user. */
export function listFavoriteRoutes(context: Context, { limit, offset, beforeId }: RoutesPage): Promise<RouteRow[]> {
  return context.database.all(favoriteRoutes, [viewerOf(context).id, limit, offset, beforeId ?? newest]);
}
