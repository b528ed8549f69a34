import type { MeasuredPath } from './distance.ts';
import { metersBetween } from './great-circle.ts';
import { isRunnable } from './outliers.ts';
import { segmentBounds } from '../track/track.ts';

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
  /** Moving milliseconds since the first moment, never decreasing, as the clock of each segment counts them. */
  readonly ms: Float64Array;
  /**
   * The same where each segment has an equal share of the time in which several move, so that the last one is what passed
   * without pauses (decisions P12). It is `ms` itself where no times overlap.
   */
  readonly shared: Float64Array;
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
}

/** Converts the timed points of a measured path into moments (decisions R4, R6, R8). */
export function timelineOf(path: MeasuredPath): Timeline {
  const ms = new Float64Array(path.times.length);
  const meters = new Float64Array(path.times.length);
  const points = new Int32Array(path.times.length);
  const stretchStarts: number[] = [];
  let moments = 0;
  let previous = -1;
  let latest = -Infinity;
  let overlaps = false;
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
        : !isRunnable(moved, elapsed) || path.clockSteps.has(i);
      overlaps ||= path.times[i]! < latest;
      if (isJump) stretchStarts.push(moments);
      points[moments] = i;
      isFirst = false;
      previous = i;
      moments++;
    }
    if (previous !== -1) latest = Math.max(latest, path.times[previous]!);
  }
  const upTo = <Column extends Float64Array | Int32Array>(column: Column) => column.subarray(0, moments) as Column;
  const timeline = { ms: upTo(ms), meters: upTo(meters), points: upTo(points), stretchStarts };
  return { ...timeline, shared: overlaps ? sharedTime(path.times, timeline) : timeline.ms };
}

/** Moving milliseconds at each moment, of which each of the segments that move at a time has an equal share, in O(n log n). */
function sharedTime(times: Float64Array, { ms, points }: Pick<Timeline, 'ms' | 'points'>): Float64Array {
  const steps = Array.from(ms.keys()).filter((i) => i > 0 && ms[i]! > ms[i - 1]!);
  const begins = Float64Array.from(steps, (i) => times[points[i - 1]!]!).sort();
  const ends = Float64Array.from(steps, (i) => times[points[i]!]!).sort();
  /** The share that a segment has had by each of these times. */
  const shares = new Map<number, number>();
  let [share, last, begun] = [0, 0, 0];
  for (let ended = 0; ended < ends.length;) {
    const isBegin = begins[begun]! <= ends[ended]!;
    const at = isBegin ? begins[begun]! : ends[ended]!;
    if (begun > ended) share += (at - last) / (begun - ended);
    shares.set(at, share);
    last = at;
    if (isBegin) begun++;
    else ended++;
  }
  const shared = new Float64Array(ms.length);
  for (const i of steps) shared[i] = shares.get(times[points[i]!]!)! - shares.get(times[points[i - 1]!]!)!;
  for (let i = 1; i < shared.length; i++) shared[i]! += shared[i - 1]!;
  return shared;
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
  return elapsed >= 0 && isRunnable(metersBetween(path.track, from, to), Math.max(elapsed, 1000));
}
