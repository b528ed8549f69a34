/** Reads GPX files, and recordings in other formats, in a separate thread. gpx-parse.ts starts it and gives it one job at a time. */
import { MalformedBody } from '@runners/wire';
import { answerJobs } from '../../platform/worker-jobs.ts';
import type { JobAnswer } from '../../platform/worker-jobs.ts';
import { columnsOf, TooManyPoints } from '@runners/recordings';
import type { Track } from '@runners/recordings';
import type { GpxAnswer, GpxBounds } from './gpx-worker-messages.ts';
import { readRecordingContent, readWorkoutFile } from './workout-file.ts';
import type { RecordingContent } from './workout-file.ts';

export default answerJobs<GpxBounds>((bytes, { maxPoints, isAnyFormat }): JobAnswer<GpxAnswer> => {
  try {
    const file: RecordingContent = isAnyFormat
      ? readRecordingContent(bytes, maxPoints)
      : { format: 'gpx', gpx: readWorkoutFile(bytes, maxPoints) };
    return [{ file }, tracksOf(file).flatMap(columnsOf)];
  } catch (error) {
    if (error instanceof MalformedBody) return [{ refused: 'malformed', message: error.message }];
    if (error instanceof TooManyPoints) return [{ refused: 'too-many-points', message: error.message }];
    throw error;
  }
});

/** The tracks whose memory is handed over. */
function tracksOf(file: RecordingContent): Track[] {
  if (file.format === 'gpx') return [file.gpx.track];
  return file.activities.flatMap(({ track, counted }) => (counted ? [track, counted.moments] : [track]));
}
