import { LockMode } from '@mikro-orm/core';
import type { Context } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import { Failure } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { refuseNull } from '../rules/null-in-edits.ts';
import type { Privacy } from '../rules/visibility.ts';
import { ownRoute } from './find-route.ts';
import { Route } from './route.entity.ts';
import type { RouteRow } from './route.queries.ts';

/**
 * Changes name or privacy of a route of the viewer. Fields that are left out remain as they are. A privacy that is set
 * here no longer follows that of the workout.
 * @throws Failure NOT_FOUND, NOT_YOURS, INVALID
 */
export async function editRoute(
  context: Context,
  routeId: number,
  changes: { name?: string | null; privacy?: Privacy | null },
): Promise<RouteRow> {
  const route = await ownRoute(context, routeId);
  refuseNull(changes, ['name', 'privacy']);
  const name = changes.name == null ? null : checkText(changes.name, 'name', 'title', true);
  return unitOfWork(context.database, async (em) => {
    const row = await em.findOne(Route, routeId, { lockMode: LockMode.PESSIMISTIC_WRITE });
    if (!row) throw new Failure('NOT_FOUND');
    row.name = name ?? row.name;
    // What staff have hidden stays private, and gets the new privacy when they restore it.
    if (row.hiddenPrivacy) row.hiddenPrivacy = changes.privacy ?? row.hiddenPrivacy;
    else row.privacy = changes.privacy ?? row.privacy;
    row.ownPrivacy ||= changes.privacy != null;
    return { ...route, name: row.name, privacy: row.privacy };
  });
}
