/** Reads GPX documents in a separate thread. gpx-parse.ts starts it and gives it one job at a time. */
import { MalformedBody } from '../../platform/bodies/malformed-body.ts';
import { answerJobs } from '../../platform/worker-jobs.ts';
import type { JobAnswer } from '../../platform/worker-jobs.ts';
import type { GpxLimits } from './gpx-document.ts';
import { readGpx } from './gpx-read.ts';
import { TooManyPoints } from './gpx-too-many-points.ts';
import { columnsOf } from './gpx-worker-messages.ts';
import type { GpxAnswer } from './gpx-worker-messages.ts';

export default answerJobs<GpxLimits>((bytes, { maxPoints }): JobAnswer<GpxAnswer> => {
  try {
    const document = readGpx(bytes, { maxPoints });
    return [{ document }, columnsOf(document.track)];
  } catch (error) {
    if (error instanceof MalformedBody) return [{ refused: 'malformed', message: error.message }];
    if (error instanceof TooManyPoints) return [{ refused: 'too-many-points', message: error.message }];
    throw error;
  }
});
