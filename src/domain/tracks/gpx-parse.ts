import { availableParallelism } from 'node:os';

import { isParsedOnLoop } from '../../platform/bodies/on-loop.ts';
import { GPX_LIMITS } from './gpx-document.ts';
import type { GpxDocument, GpxLimits } from './gpx-document.ts';
import { readGpx } from './gpx-read.ts';
import { GpxWorkerPool } from './gpx-worker-pool.ts';

/** The longest time in milliseconds for a document in a worker. 32 MiB take about one second. */
const TIMEOUT = 10_000;

let pool: GpxWorkerPool | null = null;

/**
 * Reads a GPX document as readGpx does, in a worker if it is large.
 * @param bytes the whole body, which must not change until the promise settles
 * @throws MalformedBody, TooManyPoints; WorkerFailed when a worker failed (500)
 */
export async function parseGpx(bytes: Buffer, limits: GpxLimits = GPX_LIMITS): Promise<GpxDocument> {
  if (isParsedOnLoop(bytes.length, 'gpx')) return readGpx(bytes, limits);
  pool ??= new GpxWorkerPool({
    size: Math.min(2, Math.max(1, availableParallelism() - 1)),
    timeout: TIMEOUT,
    // the name of the compiled file, since the compiler does not change strings
    script: new URL('./gpx-worker.js', import.meta.url),
  });
  return pool.run(bytes, limits);
}

/** Ends the workers that parseGpx has started. They are started again when they are needed. */
export async function closeGpxWorkers(): Promise<void> {
  const closing = pool;
  pool = null;
  await closing?.close();
}
