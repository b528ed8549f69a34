import { durationInSeconds } from './duration.ts';
import { type BestEfforts, RACE_DISTANCE_NAMES, RACE_DISTANCES } from './race-distances.ts';
import type { Timeline } from './timeline.ts';

/**
 * A stretch that is shorter than a distance by at most this many meters counts as that distance, because the
 * coordinates of both ends are rounded to a centimeter.
 */
const GRID_TOLERANCE = 0.02;

/**
 * Finds the fastest stretch of each race distance within a workout (decisions R8). Both ends are interpolated, pauses
 * take no time, and no stretch contains a step faster than 12.5 m/s, nor segments of the same time, whose clocks it therefore keeps. Segments follow each other without a gap, as for
 * distance and duration. A time below the world record is an error of the GPS; that distance then has no best time.
 */
export function bestEfforts(timeline: Timeline): BestEfforts {
  const longest = durationInSeconds(timeline);
  return eachDistance((meters) => {
    let fastest = Infinity;
    timeline.stretchStarts.forEach((from, k) => {
      const to = timeline.stretchStarts[k + 1] ?? timeline.ms.length;
      fastest = Math.min(fastest, fastestStretch(timeline, from, to, meters));
    });
    return [fastest / 1000, longest];
  });
}

/**
 * Computes the best times of a workout of which only distance and duration are known, at an even pace, for the
 * distances that it reaches (decisions R8). Distances are compared with two decimal places, the precision in which they
 * are sent and stored (decisions W9), so that 1609.34 m are a mile.
 */
export function evenPaceEfforts(distanceInMeters: number, durationInSeconds: number): BestEfforts {
  return eachDistance((meters) => {
    if (!(Math.round(distanceInMeters * 100) >= Math.round(meters * 100))) return [Infinity, 0];
    return [(durationInSeconds * meters) / distanceInMeters, durationInSeconds];
  });
}

/**
 * Computes the seconds of each distance with the given function, which returns Infinity if there are none and takes the
 * largest accepted number. Times below the world record are refused.
 */
function eachDistance(time: (meters: number) => [seconds: number, atMost: number]): BestEfforts {
  const entries = RACE_DISTANCE_NAMES.map((name) => {
    const { meters, worldRecordInSeconds } = RACE_DISTANCES[name];
    const [seconds, atMost] = time(meters);
    const whole = Math.min(Math.round(seconds), Math.floor(atMost));
    const isBelievable = seconds > worldRecordInSeconds - 1e-3 && whole >= worldRecordInSeconds;
    return [name, Number.isFinite(seconds) && isBelievable ? whole : null];
  });
  return Object.fromEntries(entries) as BestEfforts;
}

/**
 * Returns the shortest moving time, in milliseconds, over `length` meters between moments `from` and `to` (exclusive),
 * or Infinity if they are not that far apart. Time is linear between moments, so the fastest stretch starts or ends at
 * one. Two passes with two pointers find it in O(n).
 */
export function fastestStretch({ ms, meters }: Timeline, from: number, to: number, length: number): number {
  const reach = meters[to - 1]! - meters[from]!;
  if (!(reach >= length - GRID_TOLERANCE)) return Infinity;
  const span = Math.min(length, reach - 1e-6);
  let fastest = Infinity;

  for (let start = from, end = from; start < to; start++) {
    const goal = meters[start]! + span;
    while (end < to && meters[end]! < goal) end++;
    if (end === to) break;
    fastest = Math.min(fastest, timeAt(ms, meters, end - 1, goal) - ms[start]!);
  }
  for (let start = from, end = from; end < to; end++) {
    const goal = meters[end]! - span;
    if (goal < meters[from]!) continue;
    while (meters[start + 1]! <= goal) start++;
    fastest = Math.min(fastest, ms[end]! - timeAt(ms, meters, start, goal));
  }
  return (fastest * length) / span;
}

/** The time in milliseconds at `goal` meters, which lie between moments `i` and `i + 1`. */
function timeAt(ms: Float64Array, meters: Float64Array, i: number, goal: number): number {
  return ms[i]! + ((ms[i + 1]! - ms[i]!) * (goal - meters[i]!)) / (meters[i + 1]! - meters[i]!);
}
