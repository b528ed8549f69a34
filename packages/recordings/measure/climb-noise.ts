/** No runner climbs or descends faster than this over ten seconds, in meters a second (decisions P12). */
const FASTEST_CLIMB = 3;

/** The milliseconds over which the speed of a climb is measured. */
const WINDOW = 10_000;

/** A first elevation of 0 means that there was none yet if the next one is further away than this, in meters. */
const FIRST_JUMP = 100;

/** The height in meters from which a lone elevation is a spike, where times cannot tell, … */
const UNTIMED_SPIKE = 100;

/** … and from which a step at an end of a recording that has no times there is none of a runner. */
const UNTIMED_LEAP = 100;

/** Lower spikes, in meters, are left to the smoothing (decisions R7). */
const LOWEST_SPIKE = 10;

/**
 * Takes what is no climb out of the elevations of a segment (decisions P12), in O(n): first elevations of 0 before a jump of
 * over 100 m are removed; lone spikes get the elevation between their neighbors; and steps of more than 3 m/s, where over
 * ten seconds the elevation changes by more than that, are leveled, so that what follows is moved up or down.
 * @param meters elevations, NaN: none; they are changed
 * @param times milliseconds of the same points, increasing, NaN: none
 * @returns how many elevations were noise
 */
export function levelNoise(meters: Float64Array, times: Float64Array): number {
  const known: number[] = [];
  for (let i = 0; i < meters.length; i++) if (!Number.isNaN(meters[i]!)) known.push(i);
  const removed = removeFirstZeros(meters, known);
  known.splice(0, removed);
  const spikes = levelSpikes(meters, times, known);
  return removed + spikes + removeUntimedLeaps(meters, times, known) + levelSteps(meters, times, known);
}

function removeFirstZeros(meters: Float64Array, known: readonly number[]): number {
  const first = known.findIndex((i) => meters[i] !== 0);
  if (first < 1 || Math.abs(meters[known[first]!]!) <= FIRST_JUMP) return 0;
  for (const i of known.slice(0, first)) meters[i] = NaN;
  return first;
}

/** A lone spike is far above or below both neighbors, and reached and left faster than a runner climbs. */
function levelSpikes(meters: Float64Array, times: Float64Array, known: readonly number[]): number {
  let spikes = 0;
  for (let k = 1; k + 1 < known.length; k++) {
    const [before, i, after] = [known[k - 1]!, known[k]!, known[k + 1]!];
    const up = meters[i]! - meters[before]!;
    const down = meters[i]! - meters[after]!;
    const height = Math.min(Math.abs(up), Math.abs(down));
    if (up * down <= 0 || Math.abs(up - down) > height / 2) continue;
    if (!(height > spikeOver(times[i]! - times[before]!)) || !(height > spikeOver(times[after]! - times[i]!))) continue;
    meters[i] = (meters[before]! + meters[after]!) / 2;
    spikes++;
  }
  return spikes;
}

/** The meters that are too many for a step of these milliseconds; NaN: unknown. */
function spikeOver(elapsed: number): number {
  return Number.isNaN(elapsed) ? UNTIMED_SPIKE : Math.max(LOWEST_SPIKE, (FASTEST_CLIMB * elapsed) / 1000);
}

/** Removes the elevations before the first time of a segment, and after the last one, that a leap parts from it. */
function removeUntimedLeaps(meters: Float64Array, times: Float64Array, known: number[]): number {
  const isTimed = (i: number) => !Number.isNaN(times[i]!);
  const isLeap = (a: number, b: number) => Math.abs(meters[known[a]!]! - meters[known[b]!]!) > UNTIMED_LEAP;
  let first = known.findIndex(isTimed);
  if (first === -1) return 0;
  let last = known.findLastIndex(isTimed);
  while (first > 0 && !isLeap(first - 1, first)) first--;
  while (last + 1 < known.length && !isLeap(last, last + 1)) last++;
  const removed = [...known.slice(0, first), ...known.slice(last + 1)];
  for (const i of removed) meters[i] = NaN;
  known.splice(last + 1);
  known.splice(0, first);
  return removed.length;
}

function levelSteps(meters: Float64Array, times: Float64Array, known: readonly number[]): number {
  const timed = known.filter((i) => !Number.isNaN(times[i]!));
  const steps = timed.map((i, k) => (k === 0 ? 0 : meters[i]! - meters[timed[k - 1]!]!));
  const isLeveled = new Uint8Array(timed.length);
  let leveled = 0;
  /** The change over the window from `from`, and its steps that are faster than a climb. */
  let change = 0;
  let from = 0;
  let fast: number[] = [];
  for (let k = 1; k < timed.length; k++) {
    const elapsed = times[timed[k]!]! - times[timed[k - 1]!]!;
    change += steps[k]!;
    if (Math.abs(steps[k]!) * 1000 > FASTEST_CLIMB * elapsed) fast.push(k);
    while (from < k - 1 && times[timed[k]!]! - times[timed[from]!]! > WINDOW) change -= steps[++from]!;
    if (Math.abs(change) * 1000 <= FASTEST_CLIMB * Math.max(WINDOW, elapsed)) continue;
    for (const step of fast) {
      if (step <= from) continue;
      change -= steps[step]!;
      steps[step] = 0;
      isLeveled[step] = 1;
      leveled++;
    }
    fast = [];
  }
  if (leveled > 0) applySteps(meters, known, timed, steps, isLeveled);
  return leveled;
}

/** Replaces elevations by the sums of the steps. Those of points without a time move along, or are lost in a leveled step. */
function applySteps(
  meters: Float64Array,
  known: readonly number[],
  timed: readonly number[],
  steps: readonly number[],
  isLeveled: Uint8Array,
): void {
  let k = -1;
  let moved = 0;
  let height = meters[timed[0]!]!;
  for (const i of known) {
    if (i === timed[k + 1]) {
      k++;
      height += steps[k]!;
      moved = height - meters[i]!;
      meters[i] = height;
    } else {
      meters[i] = isLeveled[k + 1] === 1 ? NaN : meters[i]! + moved;
    }
  }
}
