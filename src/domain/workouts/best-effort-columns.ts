import type { BestEfforts, RaceDistance } from '@runners/recordings';

/** The columns of the best times for each distance, in workouts and in stats. */
export const bestEffortColumns = {
  mile: 'bestMileDurationInSeconds',
  fiveK: 'best5kDurationInSeconds',
  tenK: 'best10kDurationInSeconds',
  halfMarathon: 'bestHalfMarathonDurationInSeconds',
  marathon: 'bestMarathonDurationInSeconds',
} as const satisfies Record<RaceDistance, string>;

/** A column of a best time. */
export type BestEffortColumn = (typeof bestEffortColumns)[RaceDistance];

/** The best times of a run by their columns. */
export function storedEfforts(efforts: BestEfforts): Record<BestEffortColumn, number | null> {
  const entries = Object.entries(efforts) as [RaceDistance, number | null][];
  return Object.fromEntries(entries.map(([distance, seconds]) => [bestEffortColumns[distance], seconds])) as Record<
    BestEffortColumn,
    number | null
  >;
}
