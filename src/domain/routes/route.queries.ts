import { selected } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { statement } from '../../platform/database/statement.ts';
import { hasAccount, onTerms, visibleTo } from '../rules/visibility.ts';
import { boxAround, placeAndLength, placeOnEarth } from './place-on-earth.ts';
import { Route } from './route.entity.ts';

const routeNames = [
  'id',
  'ownerId',
  'name',
  'distanceInMeters',
  'privacy',
  'source',
  'polyline',
  'createdDate',
] as const satisfies (keyof Stored<Route>)[];

/** A route as it is read: what GraphQL's `Route` is made from. */
export interface RouteRow extends Pick<Stored<Route>, (typeof routeNames)[number]> {
  /** Where it starts, degrees. */
  startLatitude: number;
  startLongitude: number;
  /** Whether the viewer marked it. */
  isFavorite: boolean;
}

/** Columns of routes `r` for the viewer `$1`. */
const routeColumns = `${selected(Route, 'r', routeNames)}, r.start_lat as "startLatitude", r.start_lng as "startLongitude",
  exists (select 1 from route_favorite f where f.user_id = $1 and f.route_id = r.id and f.is_favorite) as "isFavorite"`;

/** Which routes `r` the viewer may see: those of what they may see (decisions R12). */
export function routeVisibleTo(viewer: string): string {
  return visibleTo(viewer, 'r.owner_id', 'r.privacy');
}

const listed = `${routeVisibleTo('$1')} and ${onTerms('$1', 'r.owner_id')}`;

/** `$1` viewer, `$2` route ids. */
export const routesByIds = statement<RouteRow>(
  'routes_by_ids',
  `select ${routeColumns} from route r where r.id = any($2::bigint[]) and ${routeVisibleTo('$1')} and ${hasAccount('$1')}`,
);

/** `$1` viewer, `$2` owner, `$3` limit, `$4` offset, `$5` only routes before this id; newest first. */
export const routesOfOwner = statement<RouteRow>(
  'routes_of_owner',
  `select ${routeColumns} from route r where r.owner_id = $2 and r.id < $5::bigint and ${listed}
   order by r.id desc limit $3 offset $4`,
);

/** `$1` viewer, `$2` limit, `$3` offset, `$4` only routes before this id: their favorites, newest route first. */
export const favoriteRoutes = statement<RouteRow>(
  'favorite_routes',
  `select ${routeColumns} from route_favorite m join route r on r.id = m.route_id
   where m.user_id = $1 and m.is_favorite and m.route_id < $4::bigint and ${routeVisibleTo('$1')}
   order by m.route_id desc limit $2 offset $3`,
);

/**
 * The routes whose `place` (an indexed expression) is nearest to `here`, as far as `reach` straight meters. The index gives
 * them in that order and is left after the page, however many there are. Places beyond the reach are cut from the page and
 * not in the search: the database then has no reason to look at all within reach and sort them.
 */
function nearest(place: string, here: string, reach: string, condition: string, page: string): string {
  return `select ${routeColumns} from (
      select r.*, ${place} <-> ${here} as away from route r where ${condition} and ${listed}
      order by ${place} <-> ${here} ${page}
    ) r where r.away <= ${reach} order by r.away`;
}

/** `$1` viewer, `$2` latitude, `$3` longitude, `$4` radius as a straight line in meters, `$5` limit, `$6` offset. */
export const routesNear = statement<RouteRow>(
  'routes_near',
  nearest(
    placeOnEarth('r.start_lat', 'r.start_lng'),
    placeOnEarth('$2::float8', '$3::float8'),
    '$4::float8',
    'true',
    'limit $5 offset $6',
  ),
);

/** The same with `$7` and `$8` shortest and longest route. */
export const routesNearOfLength = statement<RouteRow>(
  'routes_near_of_length',
  nearest(
    placeAndLength('r.start_lat', 'r.start_lng', 'r.distance_in_meters'),
    placeAndLength('$2::float8', '$3::float8', '0'),
    '$4::float8',
    `${placeAndLength('r.start_lat', 'r.start_lng', 'r.distance_in_meters')} &&
       ${boxAround('$2::float8', '$3::float8', '$4::float8', ['$7::float8 - 0.001', '$8::float8 + 0.001'])}`,
    'limit $5 offset $6',
  ),
);
