/** Reads GPX files in a separate thread. gpx-parse.ts starts it and gives it one job at a time. */
import { MalformedBody } from '@runners/wire';
import { answerJobs } from '../../platform/worker-jobs.ts';
import type { JobAnswer } from '../../platform/worker-jobs.ts';
import { columnsOf, TooManyPoints } from '@runners/recordings';
import type { GpxAnswer, GpxBounds } from './gpx-worker-messages.ts';
import { readWorkoutFile } from './workout-file.ts';

export default answerJobs<GpxBounds>((bytes, { maxPoints }): JobAnswer<GpxAnswer> => {
  try {
    const file = readWorkoutFile(bytes, maxPoints);
    return [{ file }, columnsOf(file.track)];
  } catch (error) {
    if (error instanceof MalformedBody) return [{ refused: 'malformed', message: error.message }];
    if (error instanceof TooManyPoints) return [{ refused: 'too-many-points', message: error.message }];
    throw error;
  }
});
