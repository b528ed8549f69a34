import { recordingsLoader } from './workout.loaders.ts';
import { Failure, invalid } from '../../errors.ts';
import { declareBound } from '../../platform/bounds.ts';
import { defineLoader } from '../context.ts';
import type { Context } from '../context.ts';
import { metersAMile } from '@runners/recordings';
import type { Repair, Split, Streams } from '@runners/recordings';
import { storedRepairs, storedSplits, storedStreams } from '../tracks/measure-pool.ts';

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

const bound = declareBound(import.meta.url, {
  name: 'answer_splits',
  holds: 'splits of all workouts in one answer, each counted as often as it is in it',
  limit: 20_000,
  unit: 'splits',
  share: 'It is one answer’s own, and answers are bounded by `requests_running`, which has shares.',
  beyond: 'The splits that are too many are TOO_COSTLY, before they are made.',
});

/** The largest number of splits in one answer. */
export const mostSplits = bound.limit;

/** How many splits an answer may still have. They are made one workout after the other, so that each knows what is left. */
const splitsLeft = defineLoader(() => ({ count: mostSplits, made: Promise.resolve() }), { lasts: true });

/**
 * The splits of a workout that the reader was shown; null without points.
 * @throws Failure TOO_COSTLY for too many points or splits in one request
 */
export async function readSplits(
  context: Context,
  workoutId: number,
  unit: keyof typeof splitUnits,
): Promise<Split[] | null> {
  const recording = await context.loader(recordingsLoader).load(workoutId);
  if (!recording) return null;
  const left = context.loader(splitsLeft);
  const making = left.made.then(async () => {
    const splits = await storedSplits(recording, splitUnits[unit], left.count);
    if (!splits)
      throw new Failure(
        'TOO_COSTLY',
        `The workouts asked for have more than ${mostSplits} splits in all: ask for fewer.`,
      );
    left.count -= splits.length;
    return splits;
  });
  left.made = making.then(
    () => {},
    () => {},
  );
  return making;
}

/**
 * What was wrong with the points of a workout that the reader was shown; null without points.
 * @throws Failure TOO_COSTLY for too many points in one request
 */
export async function readRepairs(context: Context, workoutId: number): Promise<Repair[] | null> {
  const recording = await context.loader(recordingsLoader).load(workoutId);
  return recording && storedRepairs(recording);
}
