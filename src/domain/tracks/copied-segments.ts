import { metersFrom } from './great-circle.ts';
import { leftOutAs } from './left-out.ts';
import { segmentBounds } from './track.ts';
import type { Track } from './track.ts';

/** A point lies on a segment if it is within this many meters of where the segment was at that time. */
const ON_SEGMENT = 10;

/** A segment with its points that have trusted times and are not left out. */
interface TimedSegment {
  start: number;
  end: number;
  timed: number[];
  from: number;
  to: number;
}

/**
 * Marks the points of segments that are copies (decisions P12): their trusted times lie wholly inside those of another
 * segment, and at these times the other one was at the same places, within 10 m. Of equal ones, the one with more points is
 * kept. It takes O(n log n) comparisons at most, and none where segments follow each other.
 * @param times those of `trustedTimes`
 */
export function leaveOutCopies(track: Track, times: Float64Array, leftOut: Uint8Array): void {
  if (track.segmentStarts.length < 2) return;
  const segments = timedSegments(track, times, leftOut);
  segments.sort((a, b) => a.from - b.from || b.to - a.to || b.timed.length - a.timed.length);
  let longest: TimedSegment | undefined;
  for (const segment of segments) {
    if (longest && segment.to <= longest.to) {
      if (!liesOn(track, times, segment, longest)) continue;
      for (let i = segment.start; i < segment.end; i++) leftOut[i] ||= leftOutAs.copy;
    } else {
      longest = segment;
    }
  }
}

function timedSegments(track: Track, times: Float64Array, leftOut: Uint8Array): TimedSegment[] {
  const segments: TimedSegment[] = [];
  for (const [start, end] of segmentBounds(track)) {
    const timed: number[] = [];
    for (let i = start; i < end; i++) if (leftOut[i] === 0 && !Number.isNaN(times[i]!)) timed.push(i);
    if (timed.length > 1) segments.push({ start, end, timed, from: times[timed[0]!]!, to: times[timed.at(-1)!]! });
  }
  return segments;
}

function liesOn(track: Track, times: Float64Array, { timed }: TimedSegment, { timed: path }: TimedSegment): boolean {
  return timed.every((point) => {
    const time = times[point]!;
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
