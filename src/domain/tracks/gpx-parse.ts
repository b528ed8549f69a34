import { isParsedOnLoop } from '../../platform/bodies/on-loop.ts';
import { MalformedBody } from '@runners/wire';
import { WorkerPool } from '../../platform/worker-pool.ts';
import { TooManyPoints } from '@runners/recordings';
import type { GpxAnswer, GpxBounds } from './gpx-worker-messages.ts';
import { MAX_POINTS, readRecordingContent, readWorkoutFile } from './workout-file.ts';
import type { RecordingContent, WorkoutFile } from './workout-file.ts';

const pool = new WorkerPool<GpxBounds, GpxAnswer>({
  // 32 MiB take about one second.
  cpuMs: 10_000,
  // the name of the compiled file, since the compiler does not change strings
  script: new URL('./gpx-worker.js', import.meta.url),
});

/**
 * Reads a GPX file as readWorkoutFile does, in a worker if it is large.
 * @param bytes the whole body, which must not change until the promise settles
 * @throws MalformedBody, TooManyPoints; as `WorkerPool.run`
 */
export async function parseGpx(bytes: Buffer, maxPoints = MAX_POINTS): Promise<WorkoutFile> {
  if (isParsedOnLoop(bytes.length, 'gpx')) return readWorkoutFile(bytes, maxPoints);
  const file = await inWorker(bytes, { maxPoints, isAnyFormat: false });
  if (file.format !== 'gpx') throw new MalformedBody('the file is no GPX file');
  return file.gpx;
}

/**
 * Reads a recording as readRecordingContent does, in a worker if it is large.
 * @param bytes the whole file, not compressed, which must not change until the promise settles
 * @throws MalformedBody, TooManyPoints; as `WorkerPool.run`
 */
export async function parseRecording(bytes: Buffer): Promise<RecordingContent> {
  if (isParsedOnLoop(bytes.length, 'recording')) return readRecordingContent(bytes);
  return inWorker(bytes, { maxPoints: MAX_POINTS, isAnyFormat: true });
}

async function inWorker(bytes: Buffer, bounds: GpxBounds): Promise<RecordingContent> {
  const answer = await pool.run(bytes, bounds);
  if ('file' in answer) return answer.file;
  throw answer.refused === 'malformed' ? new MalformedBody(answer.message) : new TooManyPoints(bounds.maxPoints);
}
