import { segmentBounds, type Track } from './track.ts';

/**
 * The times that are valid for measuring: Unix milliseconds of each point, or NaN if it has no valid time. Within a
 * segment, the remaining times increase strictly, so that no step takes a negative time or none:
 * - Of neighbors with the same time, one keeps it (the last one; in the first such group of a segment, the first
 *   one). The others then count as points without a time (decisions R4).
 * - Where times decrease, as few points as possible lose their times (a longest increasing subsequence remains). A
 *   single wrong clock value, early or late, therefore affects one point and not the rest of the run.
 */
export function trustedTimes(track: Track): Float64Array {
  const times = track.time.slice();
  for (const [start, end] of segmentBounds(track)) {
    const inOrder = dropRepeated(times, start, end);
    if (!inOrder) keepLongestRising(times, start, end);
  }
  return times;
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

/** Patience sorting, O(n log n): `tails[k]` is the end of the best increasing sequence of k + 1 times. */
function keepLongestRising(times: Float64Array, start: number, end: number): void {
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
  for (let i = start; i < end; i++) if (kept[i - start] === 0) times[i] = NaN;
}
