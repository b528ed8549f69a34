import { invalid } from '../../errors.ts';
import { momentOf } from '../rules/moment.ts';

/** Bounds that no run exceeds: a year in seconds, and the circumference of the globe in meters. */
const longest = { seconds: 31_536_000, meters: 40_075_000 };

/** @throws Failure INVALID unless it is a whole number of seconds within bounds. */
export function checkDuration(seconds: number, field = 'durationInSeconds'): number {
  if (!Number.isInteger(seconds) || seconds < 0)
    throw invalid(field, 'must be a whole number of seconds, not negative', 'OUT_OF_RANGE');
  if (seconds > longest.seconds) throw invalid(field, `must be at most ${longest.seconds} seconds`, 'OUT_OF_RANGE');
  return seconds;
}

/** @throws Failure INVALID unless it is a finite number of meters within bounds. */
export function checkDistance(meters: number, field = 'distanceInMeters'): number {
  if (!Number.isFinite(meters) || meters < 0)
    throw invalid(field, 'must be a number of meters, not negative', 'OUT_OF_RANGE');
  if (meters > longest.meters) throw invalid(field, `must be at most ${longest.meters} meters`, 'OUT_OF_RANGE');
  return meters;
}

/**
 * Checks that a run is between 1900 and one day from now, since clocks of phones can be ahead. @throws Failure INVALID
 */
export function checkRunDate(moment: string, now: Date, field = 'runDate'): string {
  if (moment < '1900') throw invalid(field, 'must not be before 1900', 'OUT_OF_RANGE');
  if (moment > momentOf(now.getTime() + 86_400_000)) throw invalid(field, 'must not be in the future', 'OUT_OF_RANGE');
  return moment;
}
