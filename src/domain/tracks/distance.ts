import { segmentBounds, pointCount, type Track, UNITS_A_DEGREE } from './track.ts';
import { trustedTimes } from './trusted-times.ts';
import { earthRadius } from '../rules/units.ts';

/** The largest speed of a runner in meters a second. A faster step is an error of the GPS (decisions R5, R8). */
export const FASTEST_STEP = 12.5;

/** A track with the distance measured along it. Columns have an entry for each point of the track. */
export interface MeasuredPath {
  readonly track: Track;
  /** Meters from the first point. Nothing is added between segments. A spike has the meters of the point before it. */
  readonly meters: Float64Array;
  /** Unix milliseconds that are valid for measuring and increase within a segment, or NaN: see {@link trustedTimes}. */
  readonly times: Float64Array;
  /** 1 if the point is a lone spike and is left out. */
  readonly isSpike: Uint8Array;
}

const { asin, cos, min, sin, sqrt } = Math;
const RADIANS = Math.PI / 180 / UNITS_A_DEGREE;

/** The great-circle (haversine) distance between points `a` and `b` of a track in meters, without elevation. */
export function metersBetween(track: Track, a: number, b: number): number {
  const latitudeA = track.latitudeE7[a]! * RADIANS;
  const latitudeB = track.latitudeE7[b]! * RADIANS;
  const longitudes = (track.longitudeE7[b]! - track.longitudeE7[a]!) * RADIANS;
  const sinLatitude = sin((latitudeB - latitudeA) / 2);
  const sinLongitude = sin(longitudes / 2);
  const h = sinLatitude * sinLatitude + cos(latitudeA) * cos(latitudeB) * sinLongitude * sinLongitude;
  return 2 * earthRadius * asin(min(1, sqrt(h)));
}

/**
 * Measures the distance along a track (decisions R5): by great circles between consecutive points of a segment, without
 * lone spikes. Point i is a lone spike when the steps to it from the last kept point and from it to i + 1 are both
 * faster than 12.5 m/s, while the step from the last kept point to i + 1 is not. For a point without a time, a step is
 * assumed to last as long as possible between the surrounding points with times; where there are none, no point is a
 * spike. The ends of a segment have only one neighbor and are kept.
 */
export function measurePath(track: Track): MeasuredPath {
  const meters = new Float64Array(pointCount(track));
  const isSpike = new Uint8Array(pointCount(track));
  const times = trustedTimes(track);
  let total = 0;
  for (const [start, end] of segmentBounds(track)) {
    const earliest = timesBefore(times, start, end);
    const latest = timesAfter(times, start, end);
    const isTooFast = (distance: number, a: number, b: number) =>
      distance * 1000 > FASTEST_STEP * (latest[b - start]! - earliest[a - start]!);
    meters[start] = total;
    let kept = start;
    let step = end - start > 1 ? metersBetween(track, start, start + 1) : 0;
    for (let i = start + 1; i < end; i++) {
      const nextStep = i + 1 < end ? metersBetween(track, i, i + 1) : 0;
      if (i + 1 < end && isTooFast(step, kept, i) && isTooFast(nextStep, i, i + 1)) {
        const past = metersBetween(track, kept, i + 1);
        if (!isTooFast(past, kept, i + 1)) {
          isSpike[i] = 1;
          meters[i] = total;
          step = past;
          continue;
        }
      }
      total += step;
      meters[i] = total;
      kept = i;
      step = nextStep;
    }
  }
  return { track, meters, times, isSpike };
}

/** The length of the whole track in meters (decisions R5), or 0 for fewer than two points. */
export function distanceInMeters(path: MeasuredPath): number {
  return path.meters.at(-1) ?? 0;
}

/** For each point of a segment, the time of the last timed point up to it, or NaN before the first one. */
function timesBefore(times: Float64Array, start: number, end: number): Float64Array {
  const before = times.slice(start, end);
  for (let i = 1; i < before.length; i++) if (Number.isNaN(before[i]!)) before[i] = before[i - 1]!;
  return before;
}

/** For each point of a segment, the time of the first timed point from it on, or NaN after the last one. */
function timesAfter(times: Float64Array, start: number, end: number): Float64Array {
  const after = times.slice(start, end);
  for (let i = after.length - 2; i >= 0; i--) if (Number.isNaN(after[i]!)) after[i] = after[i + 1]!;
  return after;
}
