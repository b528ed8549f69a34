import { isParsedOnLoop } from '../../platform/bodies/on-loop.ts';
import { MalformedBody } from '../../platform/bodies/malformed-body.ts';
import { WorkerPool } from '../../platform/worker-pool.ts';
import { GPX_LIMITS } from './gpx-document.ts';
import type { GpxDocument, GpxLimits } from './gpx-document.ts';
import { readGpx } from './gpx-read.ts';
import { TooManyPoints } from './gpx-too-many-points.ts';
import type { GpxAnswer } from './gpx-worker-messages.ts';

const pool = new WorkerPool<GpxLimits, GpxAnswer>({
  // 32 MiB take about one second.
  cpuMs: 10_000,
  // the name of the compiled file, since the compiler does not change strings
  script: new URL('./gpx-worker.js', import.meta.url),
});

/**
 * Reads a GPX document as readGpx does, in a worker if it is large.
 * @param bytes the whole body, which must not change until the promise settles
 * @throws MalformedBody, TooManyPoints; as `WorkerPool.run`
 */
export async function parseGpx(bytes: Buffer, limits: GpxLimits = GPX_LIMITS): Promise<GpxDocument> {
  if (isParsedOnLoop(bytes.length, 'gpx')) return readGpx(bytes, limits);
  const answer = await pool.run(bytes, limits);
  if ('document' in answer) return answer.document;
  throw answer.refused === 'malformed' ? new MalformedBody(answer.message) : new TooManyPoints(limits.maxPoints);
}
