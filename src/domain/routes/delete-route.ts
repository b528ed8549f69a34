import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { ownRoute } from './find-route.ts';

const removeRoute = statement<{ id: number }>('remove_route', 'delete from route where id = $1 returning id');

/** Deletes one's own route, for everybody who marked it too. @throws Failure NOT_FOUND, NOT_YOURS */
export async function deleteRoute(context: Context, routeId: number): Promise<void> {
  await ownRoute(context, routeId);
  if (!(await context.database.one(removeRoute, [routeId]))) throw new Failure('NOT_FOUND');
}
