import type { Context } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { Failure } from '../../errors.ts';
import { ownRoute } from './find-route.ts';
import { Route } from './route.entity.ts';

/** Deletes a route of the viewer, also for users who have marked it. @throws Failure NOT_FOUND, NOT_YOURS */
export async function deleteRoute(context: Context, routeId: number): Promise<void> {
  await ownRoute(context, routeId);
  const removed = await unitOfWork(context.database, (em) => em.nativeDelete(Route, routeId));
  if (removed === 0) throw new Failure('NOT_FOUND');
}
