import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { Failure } from '../../errors.ts';
import { mustOwn } from '../rules/ownership.ts';
import { routesByIds } from './route.queries.ts';
import type { RouteRow } from './route.queries.ts';

/** Returns a route, or null if there is none that the viewer may see. */
export async function findRoute(context: Context, routeId: number): Promise<RouteRow | null> {
  return (await context.database.one(routesByIds, [viewerOf(context).id, [routeId]])) ?? null;
}

/**
 * Returns a route that the viewer may change. @throws Failure NOT_FOUND when it is not visible, NOT_YOURS when it
 * belongs to another user
 */
export async function ownRoute(context: Context, routeId: number): Promise<RouteRow> {
  const route = await findRoute(context, routeId);
  if (!route) throw new Failure('NOT_FOUND');
  mustOwn(viewerOf(context).id, route.ownerId);
  return route;
}
