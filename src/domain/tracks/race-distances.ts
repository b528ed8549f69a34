import { metersAMile } from '../rules/units.ts';

/**
 * The five distances that have a best time, shortest first, with their meters, the world record in seconds (decisions R8), and the column
 * of the best time in workouts and in stats.
 */
export const RACE_DISTANCES = {
  mile: { meters: metersAMile, worldRecordInSeconds: 223, column: 'bestMileDurationInSeconds' },
  fiveK: { meters: 5000, worldRecordInSeconds: 755, column: 'best5kDurationInSeconds' },
  tenK: { meters: 10_000, worldRecordInSeconds: 1571, column: 'best10kDurationInSeconds' },
  halfMarathon: { meters: 21_097.5, worldRecordInSeconds: 3400, column: 'bestHalfMarathonDurationInSeconds' },
  marathon: { meters: 42_195, worldRecordInSeconds: 7235, column: 'bestMarathonDurationInSeconds' },
} as const;

/** The name of one of the five distances. */
export type RaceDistance = keyof typeof RACE_DISTANCES;

/** The five names, shortest first. */
export const RACE_DISTANCE_NAMES = Object.keys(RACE_DISTANCES) as RaceDistance[];

/** The best time over each distance in whole seconds, or null if the workout has none. */
export type BestEfforts = Record<RaceDistance, number | null>;
