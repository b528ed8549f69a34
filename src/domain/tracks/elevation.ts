import { segmentBounds, type Track } from './track.ts';

/** Ascents and descents smaller than this, in meters, are noise (decisions R7). */
const CLIMB_THRESHOLD = 5;

/** A number of meters that no run climbs. The part of an elevation gain beyond it is not counted. */
const MOST_CLIMB = 999_999;

/**
 * The elevation gain in meters (decisions R7), computed for each segment: elevations are smoothed and then summed with
 * a hysteresis of 5 m. The gain is at least the difference between the end of the segment and its start. Points without
 * an elevation are skipped. The result is at most `MOST_CLIMB`.
 */
export function elevationGainInMeters(track: Track): number {
  let gain = 0;
  for (const [start, end] of segmentBounds(track)) {
    const meters = smoothed(track.elevation.subarray(start, end));
    gain += Math.max(climb(meters), netRise(meters));
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
export function climbSteps(track: Track): Float64Array {
  const steps = new Float64Array(track.elevation.length);
  for (const [start, end] of segmentBounds(track))
    steps.set(rises(smoothed(track.elevation.subarray(start, end))), start);
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
