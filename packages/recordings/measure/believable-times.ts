import type { Track } from '../track/track.ts';

/** No run was recorded with satellites before 1980: earlier times are of clocks that were not set. Unix milliseconds. */
const FIRST_MOMENT = Date.UTC(1980, 0, 1);

/** The milliseconds from the median of a file beyond which a time is of a wrong clock. */
export const FARTHEST = 36 * 3_600_000;

/** Whether a time in Unix milliseconds is not older than satellites (decisions P12); false for NaN. */
export function isSinceSatellites(time: number): boolean {
  return time >= FIRST_MOMENT;
}

/** Clocks that were not set say 1970 or some years later, or the first year of a calendar. Unix milliseconds. */
const [FIRST_DATE, FIRST_CLOCK] = [Date.UTC(1900, 0, 1), Date.UTC(1970, 0, 1)];

/**
 * Whether the date of a run in Unix milliseconds was written by a person or by a clock that was set (decisions P12): a run of long
 * ago may have been entered by hand. False for NaN.
 */
export function isBelievableDate(time: number): boolean {
  return isSinceSatellites(time) || (time >= FIRST_DATE && time < FIRST_CLOCK);
}

/**
 * The times of a track that are believed (decisions P12): Unix milliseconds of each point, or NaN where it has none, or one
 * before 1980, or one that is over 36 hours from the median of those since 1980. The result is a new column.
 */
export function believableTimes(track: Track): Float64Array {
  const times = track.time.map((time) => (isSinceSatellites(time) ? time : NaN));
  let [earliest, latest] = [Infinity, -Infinity];
  for (const time of times) {
    if (time < earliest) earliest = time;
    if (time > latest) latest = time;
  }
  // The usual file, in which nothing can be far from the median, is not sorted.
  if (!(latest - earliest > FARTHEST)) return times;
  const known = times.filter((time) => !Number.isNaN(time)).sort();
  const median = known[(known.length - 1) >> 1]!;
  return times.map((time) => (Math.abs(time - median) <= FARTHEST ? time : NaN));
}
