import { levelNoise } from './climb-noise.ts';
import type { MeasuredPath } from './distance.ts';
import { segmentBounds } from '../track/track.ts';

/** Ascents and descents smaller than this, in meters, are noise (decisions R7). */
const CLIMB_THRESHOLD = 5;

/** A number of meters that no run climbs. The part of an elevation gain beyond it is not counted. */
const MOST_CLIMB = 999_999;

/** The elevations of a path of which the climb is measured. */
export interface ClimbProfile {
  /** Meters at each point of the track, without noise; NaN where there is none. */
  readonly meters: Float64Array;
  /** The first index of each segment, and the index after its last one. */
  readonly segments: readonly (readonly [start: number, end: number])[];
  /** The number of elevations that were noise. */
  readonly noise: number;
}

/**
 * The elevations of which the climb is measured (decisions R7, P12): noise is taken out, and points that are left out have
 * the elevation between the points around them, so that it does not matter whether they are there.
 */
export function climbProfile({ track, times, leftOut }: MeasuredPath): ClimbProfile {
  const meters = track.elevation.slice();
  const segments = segmentBounds(track);
  let noise = 0;
  for (const [start, end] of segments) {
    let gap = start;
    for (let i = start; i < end; i++) if (leftOut[i] !== 0) meters[i] = NaN;
    noise += levelNoise(meters.subarray(start, end), times.subarray(start, end));
    for (let i = start; i < end; i++) {
      if (leftOut[i] !== 0) continue;
      const step = gap > start ? (meters[i]! - meters[gap - 1]!) / (i - gap + 1) : NaN;
      for (let between = gap; between < i; between++) meters[between] = meters[i]! - step * (i - between);
      gap = i + 1;
    }
  }
  return { meters, segments, noise };
}

/**
 * The elevation gain in meters (decisions R7), computed for each segment: elevations are smoothed and then summed with
 * a hysteresis of 5 m. The gain is at least the difference between the end of the segment and its start. Points without
 * an elevation are skipped. The result is at most `MOST_CLIMB`.
 */
export function elevationGainInMeters({ meters, segments }: ClimbProfile): number {
  let gain = 0;
  for (const [start, end] of segments) {
    const profile = smoothed(meters.subarray(start, end));
    gain += Math.max(climb(profile), netRise(profile));
  }
  return Math.min(gain, MOST_CLIMB);
}

/** The difference between the last known elevation and the first, if it is positive; 0 if fewer than two are known. */
function netRise(meters: Float64Array): number {
  const known = (height: number) => !Number.isNaN(height);
  return (meters.findLast(known) ?? 0) - (meters.find(known) ?? 0);
}

/**
 * Computes 0.3 × the previous elevation + 0.4 × the own + 0.3 × the next. The ends of the segment and of each unbroken
 * sequence of elevations are kept, so that elevations that are minutes apart, as some devices record them, do not
 * affect each other. NaN remains NaN.
 */
export function smoothed(meters: Float64Array): Float64Array {
  return meters.map((own, i) => {
    const mean = 0.3 * (meters[i - 1] ?? NaN) + 0.4 * own + 0.3 * (meters[i + 1] ?? NaN);
    return Number.isNaN(mean) ? own : mean;
  });
}

/**
 * The sum of the ascents from a low to the next high. A point becomes a low once the track has risen 5 m from it, and a
 * high once the track has fallen 5 m from it; smaller changes are noise. An ascent counts completely once it reaches 5
 * m. NaN entries are skipped.
 */
export function climb(meters: Float64Array): number {
  let gain = 0;
  for (const rise of rises(meters)) gain += rise;
  return gain;
}

/** The meters of `climb` that are counted at each point of a track, computed for each segment. */
export function climbSteps({ meters, segments }: ClimbProfile): Float64Array {
  const steps = new Float64Array(meters.length);
  for (const [start, end] of segments) steps.set(rises(smoothed(meters.subarray(start, end))), start);
  return steps;
}

/** The part of an ascent in meters that is counted at each point. */
function rises(meters: Float64Array): Float64Array {
  const counted = new Float64Array(meters.length);
  let isClimbing = false;
  let turn = Infinity; // the lowest point so far, or the highest while climbing
  for (let i = 0; i < meters.length; i++) {
    const height = meters[i]!;
    // a comparison with NaN is false, so that a missing elevation has no effect
    if (isClimbing) {
      if (height > turn) {
        counted[i] = height - turn;
        turn = height;
      } else if (turn - height >= CLIMB_THRESHOLD) {
        isClimbing = false;
        turn = height;
      }
    } else if (height < turn) {
      turn = height;
    } else if (height - turn >= CLIMB_THRESHOLD) {
      isClimbing = true;
      counted[i] = height - turn;
      turn = height;
    }
  }
  return counted;
}
