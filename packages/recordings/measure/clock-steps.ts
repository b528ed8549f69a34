/** The largest number of points in a row whose times are wrong while those around them are right. */
const MOST_WRONG = 5;

/** A gap of more milliseconds than this is none between two points of a recording that goes on. */
const USUAL_GAP = 60_000;

/** The largest number of times that the clock of a device steps back within a segment. With more, its times are in no order. */
const MOST_STEPS = 3;

/**
 * Explains the times of a segment that do not increase (decisions P12), in O(n): up to five points in a row have wrong
 * times, early or late, which are removed; or the clock stepped back, and all times from there on are moved so that they
 * follow those before. The step itself then lasts as long as the shorter one of its neighbors. Where both early and late points at an
 * end would explain a decrease, those are wrong without which the run goes on in place and time.
 * @param times Unix milliseconds, NaN: none; they are changed if an explanation is found
 * @param isRunnable whether a runner gets from one point to another, by their indexes, in so many milliseconds
 * @returns the indexes of the steps and the number of removed times; null if the times are in no order
 */
export function joinClocks(
  times: Float64Array,
  isRunnable: (from: number, to: number, ms: number) => boolean,
): { steps: number[]; dropped: number } | null {
  const joined = times.slice();
  const timed: number[] = [];
  for (let i = 0; i < times.length; i++) if (!Number.isNaN(times[i]!)) timed.push(i);
  const kept: number[] = [];
  const steps: number[] = [];
  let moved = 0;
  const given = (k: number) => times[timed[k]!]! + moved;
  const last = (back: number) => joined[kept.at(-1 - back)!]!;
  /** Whether the run goes on from a kept point to another one without those between them, which an unusual gap parts from it. */
  const goesOn = (before: number, k: number, gap: number) =>
    gap > USUAL_GAP && isRunnable(kept.at(-1 - before)!, timed[k]!, given(k) - last(before));
  for (let k = 0; k < timed.length; k++) {
    if (kept.length > 0 && given(k) <= last(0)) {
      const late = fewest((count) => count === kept.length || last(count) < given(k));
      const early = fewest((count) => k + count === timed.length || given(k + count) > last(0));
      const [isWhole, isRest] = [late === kept.length, k + early === timed.length];
      let isEarly = early <= late;
      if (isRest && !isWhole && late <= MOST_WRONG) isEarly &&= !goesOn(late, k, last(late - 1) - last(late));
      if (isWhole && !isRest) isEarly ||= goesOn(0, k + early, given(k + early) - given(k + early - 1));
      if (isEarly && early <= MOST_WRONG) {
        k += early - 1;
        continue;
      }
      if (late <= MOST_WRONG) {
        kept.length -= late;
      } else {
        if (steps.length === MOST_STEPS) return null;
        const next = given(k + 1) - given(k);
        const before = last(0) - last(1);
        steps.push(timed[k]!);
        moved += last(0) - given(k) + (next > 0 ? Math.min(next, before) : before);
      }
    }
    joined[timed[k]!] = given(k);
    kept.push(timed[k]!);
  }
  times.fill(NaN);
  for (const i of kept) times[i] = joined[i]!;
  return { steps, dropped: timed.length - kept.length };
}

/** The smallest number of wrong points that explains a decrease; one more than there can be if none does. */
function fewest(explains: (count: number) => boolean): number {
  let count = 1;
  while (count <= MOST_WRONG && !explains(count)) count++;
  return count;
}
