import { metersBetween } from './great-circle.ts';
import { leftOutAs } from '../track/left-out.ts';
import type { Track } from '../track/track.ts';

/** The largest speed of a runner in meters a second. A faster step is an error of the GPS (decisions R5, R8). */
const FASTEST_STEP = 12.5;

/** Whether a runner moves so many meters in so many milliseconds (decisions R5, R8). */
export function isRunnable(meters: number, ms: number): boolean {
  return meters * 1000 <= FASTEST_STEP * ms;
}

/** A group of wrong points has at most this many points, … (decisions P12) */
const MOST_POINTS = 5;

/** … or lasts at most this long, in milliseconds. */
const LONGEST = 10_000;

/** Without times, a step is wrong that is longer than this many meters, … */
const LONGEST_UNTIMED_STEP = 1000;

/** … and than this many usual steps, so that routes that were drawn with few points keep theirs. */
const USUAL_STEPS = 100;

/** The number of steps of a segment of which the usual one is the median. It bounds the time. */
const SAMPLED_STEPS = 1000;

/** The largest number of pieces, between steps that are too fast, of which a group consists. It bounds the time. */
const MOST_PIECES = 16;

/**
 * Marks the points of a segment that the receiver put somewhere else (decisions R5, P12), in O(n): groups of up to five
 * points or ten seconds whose steps to the rest are faster than 12.5 m/s. Inside the segment, the points around a group
 * join without it; one of its steps may be slow, as of a late clock, if it is as long as would be wrong without times. At an end of it,
 * more than five points, and more than the group has, follow without such a step, and
 * the step from the segment before or to the one after it is too fast as well. A group is the smaller part of the segment.
 * For a point without a time, a step is assumed to last as long as possible between the surrounding points with times. Where there
 * are none, it is too fast if it is over a kilometer and a hundred usual steps of the segment long.
 * @param times those of `trustedTimes`
 * @param steps meters from the point before, of which those of a clean segment are measured here
 */
export function leaveOutOutliers(
  track: Track,
  times: Float64Array,
  leftOut: Uint8Array,
  [start, end]: readonly [number, number],
  steps: Float64Array,
): void {
  if (isClean(track, times, leftOut, [start, end], steps)) return;
  const points: number[] = [];
  for (let i = start; i < end; i++) if (leftOut[i] === 0) points.push(i);
  const earliest = timesNear(times, points, 1);
  const latest = timesNear(times, points, -1);
  const longest = longestUntimedStep(track, points);
  const isStepTooFast = (a: number, b: number, ms: number) =>
    Number.isNaN(ms) ? metersBetween(track, a, b) > longest : !isRunnable(metersBetween(track, a, b), ms);
  const isTooFast = (a: number, b: number) => isStepTooFast(points[a]!, points[b]!, latest[b]! - earliest[a]!);
  const isGroup = (from: number, to: number) =>
    (to - from <= MOST_POINTS || latest[to - 1]! - earliest[from]! <= LONGEST) && (to - from) * 2 < points.length;
  const leave = (from: number, to: number) => {
    for (let index = from; index < to; index++) leftOut[points[index]!] = leftOutAs.outlier;
  };

  const pieces = [0];
  const isLeap = (a: number, b: number) => metersBetween(track, points[a]!, points[b]!) > longest;
  for (let b = 1; b < points.length; b++) if (isTooFast(b - 1, b) || isLeap(b - 1, b)) pieces.push(b);
  if (pieces.length === 1) return;
  pieces.push(points.length);
  const stretches = joinInside(pieces, isGroup, isTooFast, leave);
  const step = (a: number, b: number) => isStepTooFast(a, b, times[b]! - times[a]!);
  const before = start - 1;
  if (before < 0 || step(before, points[0]!)) leaveAtStart(stretches, isGroup, leave);
  if (end < times.length && !step(points.at(-1)!, end)) return;
  leaveAtStart(
    stretches.map(([from, to]): [number, number] => [points.length - to, points.length - from]).toReversed(),
    (from, to) => isGroup(points.length - to, points.length - from),
    (from, to) => leave(points.length - to, points.length - from),
  );
}

/** Whether all points of a segment have times, none is left out, and no step is too fast: as in nearly all recordings. */
function isClean(
  track: Track,
  times: Float64Array,
  leftOut: Uint8Array,
  [start, end]: readonly [number, number],
  steps: Float64Array,
): boolean {
  for (let i = start; i < end; i++) if (leftOut[i] !== 0 || Number.isNaN(times[i]!)) return false;
  for (let i = start + 1; i < end; i++) {
    steps[i] = metersBetween(track, i - 1, i);
    if (!isRunnable(steps[i]!, times[i]! - times[i - 1]!)) return false;
  }
  return true;
}

/**
 * Leaves out groups between indexes that join without them.
 * @param pieces the first index of each piece without steps that are too fast or too long, and the end
 * @returns the stretches that remain between steps that are too fast, each with its first index and its end
 */
function joinInside(
  pieces: readonly number[],
  isGroup: (from: number, to: number) => boolean,
  isTooFast: (a: number, b: number) => boolean,
  leave: (from: number, to: number) => void,
): [from: number, to: number][] {
  const stretches: [number, number][] = [[0, pieces[1]!]];
  const count = pieces.length - 1;
  for (let piece = 1; piece < count;) {
    const current = stretches.at(-1)!;
    const from = pieces[piece]!;
    let next = piece + 1;
    const most = Math.min(count, next + MOST_PIECES);
    const isSlow = () => !isTooFast(from - 1, from) && !isTooFast(pieces[next]! - 1, pieces[next]!);
    while (next < most && isGroup(from, pieces[next]!) && isTooFast(current[1] - 1, pieces[next]!)) next++;
    if (next < most && isGroup(from, pieces[next]!) && !isSlow()) {
      leave(from, pieces[next]!);
      current[1] = pieces[next + 1]!;
      piece = next + 1;
    } else {
      if (isTooFast(current[1] - 1, from)) stretches.push([from, pieces[piece + 1]!]);
      else current[1] = pieces[piece + 1]!;
      piece++;
    }
  }
  return stretches;
}

/** Leaves out the longest group at the start of a segment that is followed by a stretch of more points than a group has. */
function leaveAtStart(
  stretches: readonly (readonly [from: number, to: number])[],
  isGroup: (from: number, to: number) => boolean,
  leave: (from: number, to: number) => void,
): void {
  const first = stretches[0]![0];
  let end = first;
  for (const [from, to] of stretches.slice(1, MOST_PIECES)) {
    if (!isGroup(first, from)) break;
    if (to - from > Math.max(MOST_POINTS, from - first)) end = from;
  }
  leave(first, end);
}

/** The meters beyond which a step of these points is wrong where no times tell its speed. */
function longestUntimedStep(track: Track, points: readonly number[]): number {
  const every = Math.ceil(points.length / SAMPLED_STEPS);
  const steps: number[] = [];
  for (let index = every; index < points.length; index += every)
    steps.push(metersBetween(track, points[index - 1]!, points[index]!));
  const usual = steps.toSorted((a, b) => a - b)[steps.length >> 1] ?? 0;
  return Math.max(LONGEST_UNTIMED_STEP, USUAL_STEPS * usual);
}

/** For each of these points, the time of the nearest timed one up to it (`by` 1), or from it on (`by` -1); NaN without one. */
function timesNear(times: Float64Array, points: readonly number[], by: 1 | -1): Float64Array {
  const near = Float64Array.from(points, (i) => times[i]!);
  for (let i = by === 1 ? 1 : near.length - 2; i >= 0 && i < near.length; i += by)
    if (Number.isNaN(near[i]!)) near[i] = near[i - by]!;
  return near;
}
