import { segmentBounds, type Track } from './track.ts';

/** Rises and falls smaller than this, in meters, are noise (decisions R7). */
const CLIMB_THRESHOLD = 5;

/** More than anybody climbs, in meters: what a hostile track comes to beyond it is not counted. */
const MOST_CLIMB = 999_999;

/**
 * Meters climbed (decisions R7), for each segment by itself: smoothed, then counted with a hysteresis of 5 m, and never
 * less than the segment ends above its start; points without an elevation are skipped. At most `MOST_CLIMB`.
 */
export function elevationGainInMeters(track: Track): number {
  let gain = 0;
  for (const [start, end] of segmentBounds(track)) {
    const meters = smoothed(track.elevation.subarray(start, end));
    gain += Math.max(climb(meters), netRise(meters));
  }
  return Math.min(gain, MOST_CLIMB);
}

/** How much higher the last known elevation is than the first; 0 without two. */
function netRise(meters: Float64Array): number {
  const known = (height: number) => !Number.isNaN(height);
  return (meters.findLast(known) ?? 0) - (meters.find(known) ?? 0);
}

/**
 * 0.3 × the elevation before + 0.4 × its own + 0.3 × the one after. Ends are kept: those of the segment, and those of
 * each unbroken run of elevations, so that readings minutes apart, as some devices write them, are not blurred into
 * each other. NaN stays NaN.
 */
export function smoothed(meters: Float64Array): Float64Array {
  return meters.map((own, i) => {
    const mean = 0.3 * (meters[i - 1] ?? NaN) + 0.4 * own + 0.3 * (meters[i + 1] ?? NaN);
    return Number.isNaN(mean) ? own : mean;
  });
}

/**
 * Sum of the climbs from a low to the next high. A low becomes one when the way has risen 5 m from it, a high when the
 * way has fallen 5 m from it; until then the turn is noise. A climb counts in full once it is 5 m. NaN entries are skipped.
 */
export function climb(meters: Float64Array): number {
  let gain = 0;
  let isClimbing = false;
  let turn = Infinity; // the lowest point so far, or the highest while climbing
  for (const height of meters) {
    // a comparison with NaN is false, so a missing height changes nothing
    if (isClimbing) {
      if (height > turn) {
        gain += height - turn;
        turn = height;
      } else if (turn - height >= CLIMB_THRESHOLD) {
        isClimbing = false;
        turn = height;
      }
    } else if (height < turn) {
      turn = height;
    } else if (height - turn >= CLIMB_THRESHOLD) {
      isClimbing = true;
      gain += height - turn;
      turn = height;
    }
  }
  return gain;
}
