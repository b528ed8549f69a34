import type { Context } from '../../src/domain/context.ts';
import { countRoutes, listRoutes } from '../../src/domain/routes/list-routes.ts';
import type { RouteRow } from '../../src/domain/routes/route.queries.ts';
import type { Connection } from '../pagination/connection.ts';
import { newestFirst } from '../pagination/orders.ts';
import type { TwoWayPage } from '../pagination/page.input.ts';

/** A page of the routes that a user has created, for every field that lists them. @throws Failure INVALID */
export function routesPage(context: Context, userId: number, page: TwoWayPage): Promise<Connection<RouteRow>> {
  return newestFirst(
    page,
    (part) => listRoutes(context, userId, part),
    () => countRoutes(context, userId),
  );
}
