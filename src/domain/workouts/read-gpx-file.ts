import { Failure } from '../../errors.ts';
import type { RecordingContent, WorkoutFile } from '../tracks/workout-file.ts';
import { parseGpx, parseRecording } from '../tracks/gpx-parse.ts';
import { TooManyPoints } from '@runners/recordings';
import { MalformedBody } from '@runners/wire';

/**
 * Parses a GPX file, in a worker if it is large. @throws Failure MALFORMED, TOO_LARGE with a description of the error
 */
export async function readGpxFile(file: Buffer): Promise<WorkoutFile> {
  return asFailures(parseGpx(file));
}

/**
 * Parses a recording in any format, in a worker if it is large. @throws Failure MALFORMED, TOO_LARGE with a description of the error
 */
export async function readAnyRecording(file: Buffer): Promise<RecordingContent> {
  return asFailures(parseRecording(file));
}

async function asFailures<File>(parsed: Promise<File>): Promise<File> {
  try {
    return await parsed;
  } catch (error: unknown) {
    if (error instanceof TooManyPoints) throw new Failure('TOO_LARGE', error.message);
    if (error instanceof MalformedBody) throw new Failure('MALFORMED', error.message);
    throw error;
  }
}
