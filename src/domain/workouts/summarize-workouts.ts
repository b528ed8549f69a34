import { workoutSummariesLoader } from './workout.loaders.ts';
import type { Context } from '../context.ts';
import { viewerOf } from '../context.ts';
import { dividedInto } from './summary-periods.ts';
import type { CalendarPeriod, Days } from './summary-periods.ts';
import type { SummaryOfWorkouts } from './summary.loader.ts';

/**
 * Sums up the runs of a user that the viewer may see, for each period between two days of the user's time zone,
 * whoever reads them. @throws Failure INVALID
 */
export function summarizeWorkouts(
  context: Context,
  userId: number,
  days: Days,
  by: CalendarPeriod,
): Promise<SummaryOfWorkouts> {
  viewerOf(context);
  // Invalid days are refused before anything is read.
  dividedInto(days, by);
  return context.loader(workoutSummariesLoader).load({ userId, from: days.from, to: days.to, by });
}
