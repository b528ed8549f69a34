import { believableTimes } from './believable-times.ts';
import { joinClocks } from './clock-steps.ts';
import { metersBetween } from './great-circle.ts';
import { isRunnable } from './outliers.ts';
import { pointCount, segmentBounds, type Track } from '../track/track.ts';

/** The times of a track that are valid for measuring. */
export interface TrustedTimes {
  /** Unix milliseconds of each point, increasing strictly within a segment, or NaN where there is no valid time. */
  readonly times: Float64Array;
  /** The points at which a clock had stepped back. Their times, and those after them, are moved to follow the ones before. */
  readonly clockSteps: ReadonlySet<number>;
  /** The number of points with a time that is wrong, which therefore count as points without a time. */
  readonly distrusted: number;
}

/**
 * The times that are valid for measuring. Within a segment, no step takes a negative time or none:
 * - Times that are not believed count as missing: see {@link believableTimes}.
 * - Of neighbors with the same time, one keeps it (the last one; in the first such group of a segment, the first
 *   one). The others then count as points without a time (decisions R4).
 * - Where times decrease, a few wrong ones lose them, or the clock stepped back: see {@link joinClocks}. Where neither
 *   explains them, as few points as possible lose their times (a longest increasing subsequence remains).
 * @param leftOut other than 0 for the points that are left out, whose times do not matter
 */
export function trustedTimes(track: Track, leftOut: Uint8Array): TrustedTimes {
  const times = believableTimes(track);
  const clockSteps = new Set<number>();
  let distrusted = 0;
  for (let i = 0; i < times.length; i++) {
    if (leftOut[i] !== 0) times[i] = NaN;
    else if (Number.isNaN(times[i]!) && !Number.isNaN(track.time[i]!)) distrusted++;
  }
  for (const [start, end] of segmentBounds(track)) {
    if (dropRepeated(times, start, end)) continue;
    const joined = joinClocks(times.subarray(start, end), (from, to, ms) =>
      isRunnable(metersBetween(track, start + from, start + to), ms),
    );
    for (const step of joined?.steps ?? []) clockSteps.add(start + step);
    distrusted += joined ? joined.dropped : keepLongestRising(times, start, end);
  }
  return { times, clockSteps, distrusted };
}

/**
 * When a run began, in Unix milliseconds: at the first trusted time in the order of the file (decisions R3, P12), which a clock that
 * is set back later does not change. Null if there is none.
 */
export function startOf(track: Track): number | null {
  const { times } = trustedTimes(track, new Uint8Array(pointCount(track)));
  return times.find((time) => !Number.isNaN(time)) ?? null;
}

/** Removes times that are equal to that of the neighbor. Returns whether the remaining ones increase. */
function dropRepeated(times: Float64Array, start: number, end: number): boolean {
  let first = -1;
  let previous = -1;
  let inOrder = true;
  for (let i = start; i < end; i++) {
    const time = times[i]!;
    if (Number.isNaN(time)) continue;
    if (previous === -1) {
      first = previous = i;
    } else if (time === times[previous] && previous === first) {
      times[i] = NaN;
    } else {
      if (time === times[previous]) times[previous] = NaN;
      else if (time < times[previous]!) inOrder = false;
      previous = i;
    }
  }
  return inOrder;
}

/**
 * Patience sorting, O(n log n): `tails[k]` is the end of the best increasing sequence of k + 1 times. Returns how many
 * points lose their times.
 */
function keepLongestRising(times: Float64Array, start: number, end: number): number {
  const tails: number[] = [];
  const before = new Int32Array(end - start).fill(-1);
  for (let i = start; i < end; i++) {
    const time = times[i]!;
    if (Number.isNaN(time)) continue;
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (times[tails[middle]!]! < time) low = middle + 1;
      else high = middle;
    }
    before[i - start] = tails[low - 1] ?? -1;
    tails[low] = i;
  }
  const kept = new Uint8Array(end - start);
  for (let i = tails.at(-1) ?? -1; i !== -1; i = before[i - start]!) kept[i - start] = 1;
  let lost = 0;
  for (let i = start; i < end; i++) {
    if (kept[i - start] === 1) continue;
    if (!Number.isNaN(times[i]!)) lost++;
    times[i] = NaN;
  }
  return lost;
}
