import { profilesLoader } from '../people/person.loaders.ts';
import { runInTurn, viewerOf } from '../context.ts';
import type { Context } from '../context.ts';
import { invalid, together } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { straightLine } from './place-on-earth.ts';
import { routesNear, routesNearOfLength } from './route.queries.ts';
import type { RouteRow } from './route.queries.ts';
import { localRadius } from '../rules/grid.ts';

/** The limits of a search: 10 miles by default and 200 miles at most, as for the local feed (decisions R13). */
export const searchRadius = { default: 16_093, most: localRadius } as const;

/** A length in meters that no route exceeds. */
const anyLength = 1e9;

/** Selects routes. */
interface RouteSearch {
  /** Coordinates in degrees. Either both are given or none. */
  latitude?: number | null;
  longitude?: number | null;
  /** The name of a place, instead of coordinates. Without either, the place of the viewer is used. */
  place?: string | null;
  /** The radius in meters. */
  radiusInMeters: number;
  minDistanceInMeters?: number | null;
  maxDistanceInMeters?: number | null;
  limit: number;
  offset: number;
}

/** The checks of a search by its arguments. */
const searchChecks = (search: Omit<RouteSearch, 'limit'>) => ({
  minDistanceInMeters: () => checkMeters('minDistanceInMeters', search.minDistanceInMeters ?? 0),
  maxDistanceInMeters: () => checkMeters('maxDistanceInMeters', search.maxDistanceInMeters ?? anyLength),
  radiusInMeters: () => {
    if (!(search.radiusInMeters > 0 && search.radiusInMeters <= searchRadius.most))
      throw invalid('radiusInMeters', `must be more than 0 and at most ${searchRadius.most}`, 'OUT_OF_RANGE');
  },
  latitude: () => hasCoordinates(search) && checkDegrees('latitude', search.latitude, 90),
  longitude: () => hasCoordinates(search) && checkDegrees('longitude', search.longitude, 180),
});

/**
 * Returns routes that start around a place, nearest first. Around an unknown place there are none, as in the local
 * feed.
 * @throws Failure INVALID, BUSY when the place could not be looked up in time
 */
export async function searchRoutes(context: Context, search: RouteSearch): Promise<RouteRow[]> {
  const viewer = viewerOf(context);
  const { radiusInMeters, limit, offset } = search;
  const { minDistanceInMeters: shortest, maxDistanceInMeters: longest } = together(searchChecks(search));
  const center = await centerOf(context, search);
  if (!center) return [];
  const values = [viewer.id, ...center, straightLine(radiusInMeters), limit, offset];
  return runInTurn(context, 'expensive', () =>
    shortest > 0 || longest < anyLength
      ? context.database.all(routesNearOfLength, [...values, shortest, longest])
      : context.database.all(routesNear, values),
  );
}

async function centerOf(context: Context, search: RouteSearch): Promise<[number, number] | null> {
  const { latitude, longitude, place } = search;
  if (latitude != null && longitude != null) return [rounded(latitude), rounded(longitude)];
  if (place != null) {
    const found = await context.integrations.places.find(checkText(place, 'place', 'place', true));
    return found && [found.latitude, found.longitude];
  }
  const home = await context.loader(profilesLoader).load(viewerOf(context).id);
  return home && home.locationLat !== null && home.locationLng !== null
    ? [rounded(home.locationLat), rounded(home.locationLng)]
    : null;
}

const hasCoordinates = ({ latitude, longitude }: Pick<RouteSearch, 'latitude' | 'longitude'>) =>
  latitude != null || longitude != null;

function checkDegrees(field: string, degrees: number | null | undefined, most: number): void {
  const code = degrees == null ? 'REQUIRED' : 'OUT_OF_RANGE';
  if (degrees == null || !(Math.abs(degrees) <= most))
    throw invalid(field, `must be between -${most} and ${most}`, code);
}

/** The values are rounded to the centimeter, because SQL would report an underflow for numbers close to zero. */
function rounded(degrees: number): number {
  return Math.round(degrees * 1e7) / 1e7;
}

function checkMeters(field: string, meters: number): number {
  if (!Number.isFinite(meters) || meters < 0) throw invalid(field, 'must be meters, not negative', 'OUT_OF_RANGE');
  return meters;
}
