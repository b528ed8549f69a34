// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { simplified } from './simplified.ts';
import { coordinates, type Track } from './track.ts';

const { encode } = codec;

/** How far, in meters, the drawn line may be from a point of the track (decisions R10). */
const POLYLINE_TOLERANCE = 10;

/** Points of a drawn line, at most: for tracks that need more the tolerance grows until these are enough. */
const MOST_POLYLINE_POINTS = 2000;

/**
 * `route_points_data` (decisions R10): the track simplified to 10 m, or as far as it takes to have 2,000 points at most,
 * as an encoded polyline of precision 5; '' without points. An encoded polyline knows no gaps, so segments follow each other. Coordinates are the recorded ones: a run
 * across the antimeridian jumps from 180 to -180, it does not run on to 181.
 */
export function encodedPolyline(track: Track): string {
  return encode(
    simplified(track, POLYLINE_TOLERANCE, MOST_POLYLINE_POINTS).map((i) => coordinates(track, i)),
    5,
  );
}
