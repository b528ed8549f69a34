import { runExpensive, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { invalid } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { straightLine } from './place-on-earth.ts';
import { routesNear, routesNearOfLength } from './route.queries.ts';
import type { RouteRow } from './route.queries.ts';
import { localRadius } from '../feed/grid.ts';

/** Bounds of a search: 10 miles when nothing is said, 200 miles at most, like the local feed (decisions R13). */
export const searchRadius = { default: 16_093, most: localRadius } as const;

/** Longer than any route, in meters. */
const anyLength = 1e9;

/** Which routes are looked for. */
interface RouteSearch {
  /** Degrees; both or none. */
  latitude?: number | null;
  longitude?: number | null;
  /** Name of a place, instead of coordinates; with neither, one's own place. */
  place?: string | null;
  /** Meters around it. */
  radiusInMeters: number;
  minDistanceInMeters?: number | null;
  maxDistanceInMeters?: number | null;
  limit: number;
  offset: number;
}

/**
 * Routes that start around a place, nearest first. A place that nobody knows has none, as in the local feed.
 * @throws Failure INVALID
 */
export async function searchRoutes(context: Context, search: RouteSearch): Promise<RouteRow[]> {
  const viewer = viewerOf(context);
  const { radiusInMeters, limit, offset } = search;
  const shortest = checkMeters('minDistanceInMeters', search.minDistanceInMeters ?? 0);
  const longest = checkMeters('maxDistanceInMeters', search.maxDistanceInMeters ?? anyLength);
  if (!(radiusInMeters > 0 && radiusInMeters <= searchRadius.most))
    throw invalid('radiusInMeters', `must be more than 0 and at most ${searchRadius.most}`);
  const center = await centerOf(context, search);
  if (!center) return [];
  const values = [viewer.id, ...center, straightLine(radiusInMeters), limit, offset];
  return runExpensive(context, () =>
    shortest > 0 || longest < anyLength
      ? context.database.all(routesNearOfLength, [...values, shortest, longest])
      : context.database.all(routesNear, values),
  );
}

async function centerOf(context: Context, search: RouteSearch): Promise<[number, number] | null> {
  const { latitude, longitude, place } = search;
  if (latitude != null || longitude != null) return coordinates(latitude, longitude);
  if (place != null) {
    const found = await context.outside.places.find(checkText(place, 'place', 'place', true));
    return found && [found.latitude, found.longitude];
  }
  const home = await context.loaders.profiles.load(viewerOf(context).id);
  return home && home.locationLat !== null && home.locationLng !== null
    ? [rounded(home.locationLat), rounded(home.locationLng)]
    : null;
}

function coordinates(latitude?: number | null, longitude?: number | null): [number, number] {
  if (latitude == null || !(Math.abs(latitude) <= 90)) throw invalid('latitude', 'must be between -90 and 90');
  if (longitude == null || !(Math.abs(longitude) <= 180)) throw invalid('longitude', 'must be between -180 and 180');
  return [rounded(latitude), rounded(longitude)];
}

/** To the centimeter: numbers next to nothing would underflow in SQL. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

function checkMeters(field: string, meters: number): number {
  if (!Number.isFinite(meters) || meters < 0) throw invalid(field, 'must be meters, not negative');
  return meters;
}
