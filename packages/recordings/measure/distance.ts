import { leaveOutCopies } from './copied-segments.ts';
import { metersBetween } from './great-circle.ts';
import { leaveOutOutliers } from './outliers.ts';
import { segmentBounds, pointCount, type Track } from '../track/track.ts';
import { trustedTimes } from './trusted-times.ts';
import type { TrustedTimes } from './trusted-times.ts';
import { leaveOutZeroPoints } from './zero-points.ts';

/** A track with the distance measured along it. Columns have an entry for each point of the track. */
export interface MeasuredPath extends TrustedTimes {
  readonly track: Track;
  /** Meters from the first point. Nothing is added between segments, and at points that are left out. */
  readonly meters: Float64Array;
  /** Why the point is left out (`leftOutAs`); 0 if it is not. */
  readonly leftOut: Uint8Array;
}

/**
 * Measures the distance along a track (decisions R5): by great circles between consecutive points of a segment, without
 * points that are wrong (decisions P12): those at 0/0, those that the receiver put somewhere else, and segments that are
 * copies of others.
 */
export function measurePath(track: Track): MeasuredPath {
  const meters = new Float64Array(pointCount(track));
  const leftOut = new Uint8Array(pointCount(track));
  leaveOutZeroPoints(track, leftOut);
  const trusted = trustedTimes(track, leftOut);
  const segments = segmentBounds(track);
  const steps = new Float64Array(pointCount(track)).fill(NaN);
  for (const segment of segments) leaveOutOutliers(track, trusted.times, leftOut, segment, steps);
  leaveOutCopies(track, trusted, leftOut);
  let total = 0;
  for (const [start, end] of segments) {
    let kept = -1;
    for (let i = start; i < end; i++) {
      if (leftOut[i] === 0) {
        if (kept !== -1)
          total += kept === i - 1 && !Number.isNaN(steps[i]!) ? steps[i]! : metersBetween(track, kept, i);
        kept = i;
      }
      meters[i] = total;
    }
  }
  return { track, meters, leftOut, ...trusted };
}

/** The length of the whole track in meters (decisions R5), or 0 for fewer than two points. */
export function distanceInMeters(path: MeasuredPath): number {
  return path.meters.at(-1) ?? 0;
}
