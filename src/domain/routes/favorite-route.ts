import { viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import { Failure } from '../../errors.ts';
import { visibleTo } from '../rules/visibility.ts';

/** The change of the viewer's mark. */
type FavoriteChange = 'favorite' | 'unfavorite' | 'toggle';

/** The new value for an existing row. */
const after: Record<FavoriteChange, string> = {
  favorite: 'true',
  unfavorite: 'false',
  toggle: 'not route_favorite.is_favorite',
};

/**
 * Each change is one atomic statement with `$1` the viewer and `$2` the route. The second of two concurrent changes
 * continues from the result of the first.
 */
function changeOf(change: FavoriteChange): Statement<{ isFavorite: boolean }> {
  return statement.write(
    `${change}_route`,
    `insert into route_favorite (user_id, route_id, is_favorite)
     select $1::bigint, r.id, ${change !== 'unfavorite'} from route r where r.id = $2 and ${visibleTo('$1', 'r')}
     on conflict (user_id, route_id) do update set is_favorite = ${after[change]}
     returning is_favorite as "isFavorite"`,
    visibleTo,
  );
}

const changes = { favorite: changeOf('favorite'), unfavorite: changeOf('unfavorite'), toggle: changeOf('toggle') };

/**
 * Adds, removes or toggles the viewer's favorite mark of a route. Returns whether it is a favorite now.
 * @throws Failure NOT_FOUND when there is no route that the viewer may see
 */
export async function favoriteRoute(context: Context, routeId: number, change: FavoriteChange): Promise<boolean> {
  const changed = await context.database.one(changes[change], [viewerOf(context).id, routeId]);
  if (!changed) throw new Failure('NOT_FOUND');
  return changed.isFavorite;
}
