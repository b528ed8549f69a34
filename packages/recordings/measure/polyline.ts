// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { simplified } from './simplified.ts';
import { coordinates, type Track } from '../track/track.ts';

const { encode } = codec;

/** The largest distance in meters between the simplified line and a point of the track (decisions R10). */
const POLYLINE_TOLERANCE = 10;

/**
 * The largest number of points of a simplified line. For tracks that need more, the tolerance is increased until these
 * suffice.
 */
const MOST_POLYLINE_POINTS = 2000;

/**
 * `route_points_data` (decisions R10): the track, simplified to 10 m or until it has at most 2,000 points, as an
 * encoded polyline of precision 5; '' without points. An encoded polyline has no gaps, so segments follow each other.
 * Coordinates are the recorded ones: a run across the antimeridian jumps from 180 to -180 and does not continue at 181.
 */
export function encodedPolyline(track: Track): string {
  return encode(
    simplified(track, POLYLINE_TOLERANCE, MOST_POLYLINE_POINTS).map((i) => coordinates(track, i)),
    5,
  );
}
