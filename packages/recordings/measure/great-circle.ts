import { earthRadius } from '../track/units.ts';
import { type Track, UNITS_A_DEGREE } from '../track/track.ts';

const { asin, cos, min, sin, sqrt } = Math;
const RADIANS = Math.PI / 180 / UNITS_A_DEGREE;

/** The great-circle (haversine) distance between points `a` and `b` of a track in meters, without elevation. */
export function metersBetween(track: Track, a: number, b: number): number {
  return metersFrom(track, a, track.latitudeE7[b]!, track.longitudeE7[b]!);
}

/** The great-circle distance in meters from point `a` of a track to a place in 1e-7 degrees. */
export function metersFrom(track: Track, a: number, latitudeE7: number, longitudeE7: number): number {
  const latitudeA = track.latitudeE7[a]! * RADIANS;
  const latitudeB = latitudeE7 * RADIANS;
  const longitudes = (longitudeE7 - track.longitudeE7[a]!) * RADIANS;
  const sinLatitude = sin((latitudeB - latitudeA) / 2);
  const sinLongitude = sin(longitudes / 2);
  const h = sinLatitude * sinLatitude + cos(latitudeA) * cos(latitudeB) * sinLongitude * sinLongitude;
  return 2 * earthRadius * asin(min(1, sqrt(h)));
}
