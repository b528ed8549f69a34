import { earthRadius } from '../track/units.ts';
import { segmentBounds, type Track, UNITS_A_DEGREE } from '../track/track.ts';

const RADIANS = Math.PI / 180 / UNITS_A_DEGREE;
const FULL_CIRCLE = 360 * UNITS_A_DEGREE;

/** The largest depth of splits at the furthest point. Beyond it, ranges are halved, which bounds the time. */
const DEEPEST_SPLIT = 48;

/**
 * Returns the indices of the points that remain when a track is simplified (Douglas–Peucker): every removed point is
 * within `tolerance` meters of the line between the remaining points before and after it. The ends of every segment
 * remain. When more than `most` points remain, the tolerance is increased until they suffice; when there are too many
 * segments for their ends alone, they are treated as one segment.
 *
 * The algorithm is iterative, and O(n) for each of at most 48 + log2 n levels. simplify-js is recursive: for a spiral
 * of 250,000 points that was made for the purpose, its recursion overflows and its time is quadratic.
 */
export function simplified(track: Track, tolerance: number, most = Number.POSITIVE_INFINITY): number[] {
  const segments = segmentBounds(track);
  const bounds: typeof segments = 2 * segments.length > most ? [[0, track.time.length]] : segments;
  const needs = new Float64Array(track.time.length);
  for (const [start, end] of bounds) {
    needs[start] = needs[end - 1] = Number.POSITIVE_INFINITY;
    splitUntilClose(track.latitudeE7, unwrapped(track, start, end), start, end - 1, tolerance, needs);
  }
  const least = enoughFor(needs, tolerance, most);
  const kept: number[] = [];
  for (let i = 0; i < needs.length; i++) if (needs[i]! > least) kept.push(i);
  return kept;
}

/** The smallest tolerance, at least `tolerance`, at which no more than `most` points remain. */
function enoughFor(needs: Float64Array, tolerance: number, most: number): number {
  const above = needs.filter((need) => need > tolerance);
  return above.length > most ? above.sort().at(-1 - most)! : tolerance;
}

/** The longitudes of a segment, continued beyond the antimeridian instead of jumping. */
function unwrapped(track: Track, start: number, end: number): Float64Array {
  const longitudes = Float64Array.from(track.longitudeE7.subarray(start, end));
  let turn = 0;
  for (let i = 1; i < longitudes.length; i++) {
    const step = longitudes[i]! + turn - longitudes[i - 1]!;
    if (step > FULL_CIRCLE / 2) turn -= FULL_CIRCLE;
    else if (step < -FULL_CIRCLE / 2) turn += FULL_CIRCLE;
    longitudes[i]! += turn;
  }
  return longitudes;
}

/**
 * Records in `needs`, for each point that remains at `tolerance`, the tolerance at which it is removed. This is at most
 * the value of the point at whose split it was found.
 */
function splitUntilClose(
  latitudes: Int32Array,
  longitudes: Float64Array, // entries of the segment only: the first one is point `start`
  start: number,
  last: number,
  tolerance: number,
  needs: Float64Array,
): void {
  const ranges = [start, last, 0];
  while (ranges.length > 0) {
    const depth = ranges.pop()!;
    const b = ranges.pop()!;
    const a = ranges.pop()!;
    const [furthest, distance] = furthestFromChord(latitudes, longitudes, start, a, b);
    if (distance <= tolerance) continue;
    const split = depth < DEEPEST_SPLIT ? furthest : (a + b) >>> 1;
    // The ends of a range, except the first range, are splits. The range was created by the later split.
    needs[split] = Math.min(distance, needs[a]!, needs[b]!);
    if (split - a > 1) ranges.push(a, split, depth + 1);
    if (b - split > 1) ranges.push(split, b, depth + 1);
  }
}

/**
 * The point strictly between `a` and `b` that is furthest from the line between them, in a plane at the middle of that
 * line.
 */
function furthestFromChord(
  latitudes: Int32Array,
  longitudes: Float64Array,
  start: number,
  a: number,
  b: number,
): [index: number, meters: number] {
  const originY = latitudes[a]!;
  const originX = longitudes[a - start]!;
  const scaleY = earthRadius * RADIANS;
  const scaleX = scaleY * Math.cos(((originY + latitudes[b]!) / 2) * RADIANS);
  const chordX = (longitudes[b - start]! - originX) * scaleX;
  const chordY = (latitudes[b]! - originY) * scaleY;
  const chordSquared = chordX * chordX + chordY * chordY;
  let furthest = a;
  let furthestSquared = 0;
  for (let i = a + 1; i < b; i++) {
    let x = (longitudes[i - start]! - originX) * scaleX;
    let y = (latitudes[i]! - originY) * scaleY;
    let along = chordSquared > 0 ? (x * chordX + y * chordY) / chordSquared : 0;
    if (along < 0) along = 0;
    else if (along > 1) along = 1;
    x -= along * chordX;
    y -= along * chordY;
    const squared = x * x + y * y;
    if (squared > furthestSquared) {
      furthestSquared = squared;
      furthest = i;
    }
  }
  return [furthest, Math.sqrt(furthestSquared)];
}
