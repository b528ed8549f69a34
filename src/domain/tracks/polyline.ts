// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { simplified } from './simplified.ts';
import { coordinates, type Track } from './track.ts';

const { encode } = codec;

/** How far, in meters, the drawn line may be from a point of the track (decisions R10). */
export const POLYLINE_TOLERANCE = 10;

/**
 * `route_points_data` (decisions R10): the track simplified to 10 m as an encoded polyline of precision 5, '' without
 * points. An encoded polyline knows no gaps, so segments follow each other. Coordinates are the recorded ones: a run
 * across the antimeridian jumps from 180 to -180, it does not run on to 181.
 */
export function encodedPolyline(track: Track): string {
  return encode(
    simplified(track, POLYLINE_TOLERANCE).map((i) => coordinates(track, i)),
    5,
  );
}
