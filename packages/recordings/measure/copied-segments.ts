import { metersFrom } from './great-circle.ts';
import { leftOutAs } from '../track/left-out.ts';
import { segmentBounds } from '../track/track.ts';
import type { Track } from '../track/track.ts';
import type { TrustedTimes } from './trusted-times.ts';

/** A point lies on a segment if it is within this many meters of where the segment was at that time. */
const ON_SEGMENT = 10;

/** A segment with its points that have trusted times and are not left out. */
interface TimedSegment {
  start: number;
  end: number;
  timed: number[];
  from: number;
  to: number;
  /** The milliseconds by which its trusted times are later than those that `from` and `to` are compared by. */
  moved: number;
}

/**
 * Marks the points of segments that are copies (decisions P12): their trusted times lie wholly inside those of another
 * segment, and at these times the other one was at the same places, within 10 m. Of equal ones, the one with more points is
 * kept. It takes O(n log n) comparisons at most, and none where segments follow each other. Where a clock had stepped back, a copy of
 * what followed has the times of that clock, so that it is also compared with them.
 * @param times those of `trustedTimes`
 */
export function leaveOutCopies(track: Track, { times, clockSteps }: TrustedTimes, leftOut: Uint8Array): void {
  if (track.segmentStarts.length < 2) return;
  const segments = timedSegments(track, times, leftOut);
  const leaveOut = ({ start, end }: TimedSegment) => {
    for (let i = start; i < end; i++) leftOut[i] ||= leftOutAs.copy;
  };
  const isCopy = (segment: TimedSegment, of: TimedSegment | undefined) =>
    of !== undefined && segment.start !== of.start && segment.to <= of.to && liesOn(track, times, segment, of);
  segments.sort(earliestAndLongestFirst);
  let longest: TimedSegment | undefined;
  const kept = segments.filter((segment) => {
    const copied = isCopy(segment, longest);
    if (copied) leaveOut(segment);
    else if (!longest || segment.to > longest.to) longest = segment;
    return !copied;
  });
  if (clockSteps.size === 0) return;
  for (const stretches of stretchesAfterSteps(track, times, clockSteps, kept)) {
    const whole = new Set(kept);
    let other: TimedSegment | undefined;
    for (const one of [...stretches, ...kept].sort(earliestAndLongestFirst)) {
      if (whole.has(one)) {
        if (isCopy(one, other)) leaveOut(one);
      } else if (!other || one.to > other.to) other = one;
    }
  }
}

function earliestAndLongestFirst(a: TimedSegment, b: TimedSegment): number {
  return a.from - b.from || b.to - a.to || b.timed.length - a.timed.length;
}

/**
 * The parts of segments from their first, second, … clock step on, with the times that the clock showed after it.
 * @returns a list for each number of steps, of which a segment has only a few
 */
function stretchesAfterSteps(
  track: Track,
  times: Float64Array,
  clockSteps: ReadonlySet<number>,
  segments: readonly TimedSegment[],
): TimedSegment[][] {
  const byStep: TimedSegment[][] = [];
  for (const segment of segments) {
    let steps = 0;
    for (let i = segment.start; i < segment.end; i++) {
      if (!clockSteps.has(i)) continue;
      const timed = segment.timed.filter((point) => point >= i);
      const first = timed[0];
      if (first === undefined || timed.length < 2) break;
      const moved = times[first]! - track.time[first]!;
      (byStep[steps++] ??= []).push({ ...segment, timed, from: times[first]! - moved, to: segment.to - moved, moved });
    }
  }
  return byStep;
}

function timedSegments(track: Track, times: Float64Array, leftOut: Uint8Array): TimedSegment[] {
  const segments: TimedSegment[] = [];
  for (const [start, end] of segmentBounds(track)) {
    const timed: number[] = [];
    for (let i = start; i < end; i++) if (leftOut[i] === 0 && !Number.isNaN(times[i]!)) timed.push(i);
    if (timed.length > 1)
      segments.push({ start, end, timed, from: times[timed[0]!]!, to: times[timed.at(-1)!]!, moved: 0 });
  }
  return segments;
}

function liesOn(
  track: Track,
  times: Float64Array,
  { timed }: TimedSegment,
  { timed: path, moved }: TimedSegment,
): boolean {
  return timed.every((point) => {
    const time = times[point]! + moved;
    let low = 0;
    let high = path.length - 1;
    while (high - low > 1) {
      const middle = (low + high) >>> 1;
      if (times[path[middle]!]! <= time) low = middle;
      else high = middle;
    }
    const [a, b] = [path[low]!, path[high]!];
    const part = (time - times[a]!) / (times[b]! - times[a]!);
    const latitude = track.latitudeE7[a]! + (track.latitudeE7[b]! - track.latitudeE7[a]!) * part;
    // Across the antimeridian, the shorter way leads on beyond 180 degrees.
    const east = ((track.longitudeE7[b]! - track.longitudeE7[a]! + 5.4e9) % 3.6e9) - 1.8e9;
    return metersFrom(track, point, latitude, track.longitudeE7[a]! + east * part) <= ON_SEGMENT;
  });
}
