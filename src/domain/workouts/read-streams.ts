import { recordingsLoader } from './workout.loaders.ts';
import { invalid } from '../../errors.ts';
import type { Context } from '../context.ts';
import { metersAMile } from '../rules/units.ts';
import { storedRepairs, storedSplits, storedStreams } from '../tracks/measure-pool.ts';
import type { Repair } from '../tracks/repairs.ts';
import type { Split } from '../tracks/splits.ts';
import type { Streams } from '../tracks/streams.ts';

/** The number of points of streams if a client asks for no other, and the largest one. */
export const defaultResolution = 500;
export const maxResolution = 10_000;

/** The units by which a run is divided into splits, in meters. */
export const splitUnits = { kilometer: 1000, mile: metersAMile } as const;

/**
 * At most `resolution` points of the streams of a workout that the reader was shown; null without points.
 * @throws Failure INVALID for a resolution out of range, TOO_COSTLY for too many points in one request
 */
export async function readStreams(context: Context, workoutId: number, resolution: number): Promise<Streams | null> {
  if (resolution < 2 || resolution > maxResolution)
    throw invalid('resolution', `must be between 2 and ${maxResolution}`, 'OUT_OF_RANGE');
  const recording = await context.loader(recordingsLoader).load(workoutId);
  return recording && storedStreams(recording, resolution);
}

/**
 * The splits of a workout that the reader was shown; null without points.
 * @throws Failure TOO_COSTLY for too many points in one request
 */
export async function readSplits(
  context: Context,
  workoutId: number,
  unit: keyof typeof splitUnits,
): Promise<Split[] | null> {
  const recording = await context.loader(recordingsLoader).load(workoutId);
  return recording && storedSplits(recording, splitUnits[unit]);
}

/**
 * What was wrong with the points of a workout that the reader was shown; null without points.
 * @throws Failure TOO_COSTLY for too many points in one request
 */
export async function readRepairs(context: Context, workoutId: number): Promise<Repair[] | null> {
  const recording = await context.loader(recordingsLoader).load(workoutId);
  return recording && storedRepairs(recording);
}
