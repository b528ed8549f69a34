import { list } from '../../platform/database/list.ts';
import { selectedTexts } from '../../platform/database/columns.ts';
import type { Stored } from '../../platform/database/columns.ts';
import { idsAt, limitAt, sql } from '../../platform/database/sql.ts';
import type { Sql } from '../../platform/database/sql.ts';
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

/** A route as it is read, from which the type `Route` of GraphQL is made. */
export interface RouteRow extends Pick<Stored<Route>, (typeof routeNames)[number]> {
  /** The start of the route in degrees. */
  startLatitude: number;
  startLongitude: number;
  /** Whether the viewer has marked it as a favorite. */
  isFavorite: boolean;
}

/** The columns of routes `r` for the viewer `$1`. */
const routeColumns = sql`${selectedTexts(Route, 'r', routeNames)}, r.start_lat as "startLatitude", r.start_lng as "startLongitude",
  exists (select 1 from route_favorite f where f.user_id = $1 and f.route_id = r.id and f.is_favorite) as "isFavorite"`;

/** Whether the viewer may see a route `r`, which is so for those of visible workouts (decisions R12). */
const visible = visibleTo('$1', 'r');

const listed = `${visible} and ${onTerms('$1', 'r.owner_id')}`;

/** `$1` is the viewer, and `$2` are ids of routes. */
export const routesByIds = statement.read<RouteRow>(
  'routes_by_ids',
  sql`select ${routeColumns} from route r where r.id = any(${idsAt(2)}) and ${visible} and ${hasAccount('$1')}`,
  visibleTo,
  hasAccount,
);

/** `$1` is the viewer, and `$2` the owner. The newest come first. */
export const routesOfOwner = list<RouteRow>({
  name: 'routes_of_owner',
  order: 'newest first',
  parameters: 2,
  rows: ({ within, order, slice }) =>
    sql`select ${routeColumns} from route r where r.owner_id = $2 and ${within('r.id')} and ${listed}
   order by r.id ${order} ${slice}`,
  sees: [visibleTo, onTerms],
  total: statement.read(
    'route_count_of_owner',
    `select count(*) as count from route r where r.owner_id = $2 and ${listed}`,
    visibleTo,
    onTerms,
  ),
});

const favorites = `from route_favorite m join route r on r.id = m.route_id
   where m.user_id = $1 and m.is_favorite`;

/** `$1` is the viewer. The rows are the viewer's favorites, the newest route first. */
export const favoriteRoutes = list<RouteRow>({
  name: 'favorite_routes',
  order: 'newest first',
  parameters: 1,
  rows: ({ within, order, slice }) =>
    sql`select ${routeColumns} ${favorites} and ${within('m.route_id')} and ${visible} order by m.route_id ${order} ${slice}`,
  sees: [visibleTo],
  total: statement.read('favorite_route_count', `select count(*) as count ${favorites} and ${visible}`, visibleTo),
});

/**
 * The routes whose `place` (an indexed expression) is nearest to `here`, within `reach` straight meters. The index
 * returns them in that order, and the scan stops after the page. Places beyond the reach are removed from the page and
 * not in the search, because PostgreSQL could otherwise choose to read and sort all routes within the reach.
 */
function nearest(place: string, here: string, reach: string, condition: string): Sql {
  return sql`select ${routeColumns} from (
      select r.*, ${place} <-> ${here} as away from route r where ${condition} and ${listed}
      order by ${place} <-> ${here} limit ${limitAt(5)} offset $6
    ) r where r.away <= ${reach} order by r.away`;
}

/**
 * `$1` is the viewer, `$2` the latitude, `$3` the longitude, `$4` the radius as a straight line in meters, `$5` the
 * limit, and `$6` the offset.
 */
export const routesNear = statement.read<RouteRow>(
  'routes_near',
  nearest(placeOnEarth('r.start_lat', 'r.start_lng'), placeOnEarth('$2::float8', '$3::float8'), '$4::float8', 'true'),
  visibleTo,
  onTerms,
);

/** Routes nearby, with `$7` and `$8` the shortest and longest length of a route. */
export const routesNearOfLength = statement.read<RouteRow>(
  'routes_near_of_length',
  nearest(
    placeAndLength('r.start_lat', 'r.start_lng', 'r.distance_in_meters'),
    placeAndLength('$2::float8', '$3::float8', '0'),
    '$4::float8',
    `${placeAndLength('r.start_lat', 'r.start_lng', 'r.distance_in_meters')} &&
       ${boxAround('$2::float8', '$3::float8', '$4::float8', ['$7::float8 - 0.001', '$8::float8 + 0.001'])}`,
  ),
  visibleTo,
  onTerms,
);
