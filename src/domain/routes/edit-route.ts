import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import type { Privacy } from '../rules/visibility.ts';
import { ownRoute } from './find-route.ts';
import type { RouteRow } from './route.queries.ts';

/** `$1` route, `$2` name, `$3` privacy; null leaves a column as it is. */
const updateRoute = statement<{ name: string; privacy: Privacy }>(
  'update_saved_route',
  `update route set name = coalesce($2::text, name), privacy = coalesce($3::text, privacy),
     own_privacy = own_privacy or $3::text is not null where id = $1
   returning name, privacy`,
);

/**
 * Changes name or privacy of one's own route; what is left out stays. A privacy that was set here does not follow the
 * workout's any more.
 * @throws Failure NOT_FOUND, NOT_YOURS, INVALID
 */
export async function editRoute(
  context: Context,
  routeId: number,
  changes: { name?: string | null; privacy?: Privacy | null },
): Promise<RouteRow> {
  const route = await ownRoute(context, routeId);
  const name = changes.name == null ? null : checkText(changes.name, 'name', 'title', true);
  const changed = await context.database.one(updateRoute, [routeId, name, changes.privacy ?? null]);
  if (!changed) throw new Failure('NOT_FOUND');
  return { ...route, ...changed };
}
