import { metersAMile } from '../track/units.ts';

/**
 * The five distances that have a best time, shortest first, with their meters and the world record in seconds (decisions R8).
 */
export const RACE_DISTANCES = {
  mile: { meters: metersAMile, worldRecordInSeconds: 223 },
  fiveK: { meters: 5000, worldRecordInSeconds: 755 },
  tenK: { meters: 10_000, worldRecordInSeconds: 1571 },
  halfMarathon: { meters: 21_097.5, worldRecordInSeconds: 3400 },
  marathon: { meters: 42_195, worldRecordInSeconds: 7235 },
} as const;

/** The name of one of the five distances. */
export type RaceDistance = keyof typeof RACE_DISTANCES;

/** The five names, shortest first. */
export const RACE_DISTANCE_NAMES = Object.keys(RACE_DISTANCES) as RaceDistance[];

/** The best time over each distance in whole seconds, or null if the workout has none. */
export type BestEfforts = Record<RaceDistance, number | null>;
