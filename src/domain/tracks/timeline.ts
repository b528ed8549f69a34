import type { MeasuredPath } from './distance.ts';
import { metersBetween } from './great-circle.ts';
import { FASTEST_STEP } from './outliers.ts';
import { segmentBounds } from './track.ts';

/** A step is a pause when it lasts longer than this, in milliseconds, … (decisions R6) */
const PAUSE_MILLISECONDS = 60_000;

/** … at less than this speed, in meters a second (decisions R6). */
const PAUSE_SPEED = 0.5;

/**
 * The run without its pauses: one moment for each timed point. A step leads from one moment to the next of the same
 * segment, and its length includes the untimed points between them. A pause takes no time. Between two segments there
 * is neither time nor distance.
 */
export interface Timeline {
  /** Moving milliseconds since the first moment, never decreasing. */
  readonly ms: Float64Array;
  /** Meters since the first moment, never decreasing. */
  readonly meters: Float64Array;
  /** The index of the point of each moment. */
  readonly points: Int32Array;
  /**
   * The index of the first moment of each plausible stretch. A stretch ends at a step faster than 12.5 m/s, and at a
   * gap between segments that no runner could have crossed (backwards in time, or faster than 12.5 m/s in a straight
   * line), and where the clock stepped back.
   */
  readonly stretchStarts: readonly number[];
  /** The milliseconds that passed in all segments together: where their times overlap, they count once (decisions P12). */
  readonly passed: number;
}

/** Converts the timed points of a measured path into moments (decisions R4, R6, R8). */
export function timelineOf(path: MeasuredPath): Timeline {
  const ms = new Float64Array(path.times.length);
  const meters = new Float64Array(path.times.length);
  const points = new Int32Array(path.times.length);
  const stretchStarts: number[] = [];
  const spans: [from: number, to: number][] = [];
  let moments = 0;
  let previous = -1;
  for (const [start, end] of segmentBounds(path.track)) {
    let isFirst = true;
    for (let i = start; i < end; i++) {
      if (path.leftOut[i] !== 0 || Number.isNaN(path.times[i]!)) continue;
      const before = Math.max(0, moments - 1);
      const elapsed = isFirst ? 0 : path.times[i]! - path.times[previous]!;
      const moved = isFirst ? 0 : path.meters[i]! - path.meters[previous]!;
      ms[moments] = ms[before]! + (isPause(elapsed, moved) ? 0 : elapsed);
      meters[moments] = meters[before]! + moved;
      const isJump = isFirst
        ? previous === -1 || !isRunnableGap(path, previous, i)
        : moved * 1000 > FASTEST_STEP * elapsed || path.clockSteps.has(i);
      if (isFirst) spans.push([path.times[i]!, path.times[i]!]);
      spans.at(-1)![1] = path.times[i]!;
      if (isJump) stretchStarts.push(moments);
      points[moments] = i;
      isFirst = false;
      previous = i;
      moments++;
    }
  }
  const upTo = <Column extends Float64Array | Int32Array>(column: Column) => column.subarray(0, moments) as Column;
  return { ms: upTo(ms), meters: upTo(meters), points: upTo(points), stretchStarts, passed: lengthOf(spans) };
}

/** The length of what spans of time cover together. */
function lengthOf(spans: [from: number, to: number][]): number {
  let [length, covered] = [0, -Infinity];
  for (const [from, to] of spans.sort(([a], [b]) => a - b)) {
    length += Math.max(0, to - Math.max(from, covered));
    covered = Math.max(covered, to);
  }
  return length;
}

function isPause(elapsedMs: number, meters: number): boolean {
  return elapsedMs > PAUSE_MILLISECONDS && meters * 1000 < PAUSE_SPEED * elapsedMs;
}

/**
 * Whether a runner could have moved from the end of one segment to the start of the next. One second of tolerance is
 * added.
 */
function isRunnableGap(path: MeasuredPath, from: number, to: number): boolean {
  const elapsed = path.times[to]! - path.times[from]!;
  return elapsed >= 0 && metersBetween(path.track, from, to) * 1000 <= FASTEST_STEP * Math.max(elapsed, 1000);
}
