import { metersADegree } from '../track/units.ts';
import { TrackBuilder } from '../track/track-builder.ts';
import type { Track } from '../track/track.ts';

/** Monday 1 January 2024, 07:00 UTC. */
export const START = Date.UTC(2024, 0, 1, 7);

/** Meters of a degree on a great circle. */
export const METERS_A_DEGREE = metersADegree;

/** Latitude and longitude in degrees, elevation in meters, seconds since START. */
export type Place = [latitude: number, longitude: number, elevation?: number | null, seconds?: number | null];

/** A track through places, one argument a segment. */
export function trackOf(...segments: Place[][]): Track {
  const track = new TrackBuilder();
  for (const places of segments) {
    track.addSegment();
    for (const [latitude, longitude, elevation, seconds] of places) {
      track.addPoint(latitude, longitude, elevation ?? NaN, seconds == null ? NaN : START + seconds * 1000);
    }
  }
  return track.build();
}

/** A run east along the equator, one argument a segment: pairs of meters and seconds (null: no time). */
export function runOf(...segments: Array<Array<[meters: number, seconds: number | null]>>): Track {
  return trackOf(...segments.map((run) => run.map(([m, s]): Place => [0, m / METERS_A_DEGREE, null, s])));
}

/** Steps of a steady run: `count` points after the one at (`meters`, `seconds`), each `step` m and `every` s on. */
export function steady(meters: number, seconds: number, step: number, every: number, count: number) {
  return Array.from({ length: count }, (_, i): [number, number] => [
    meters + (i + 1) * step,
    seconds + (i + 1) * every,
  ]);
}
