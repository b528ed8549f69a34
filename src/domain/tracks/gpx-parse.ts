import { availableParallelism } from 'node:os';

import { GPX_LIMITS } from './gpx-document.ts';
import type { GpxDocument, GpxLimits } from './gpx-document.ts';
import { readGpx } from './gpx-read.ts';
import { GpxWorkerPool } from './gpx-worker-pool.ts';

/** Bodies up to this many bytes are read on the request loop: about half a millisecond, a few in the worst case. */
const INLINE = 256 * 1024;
/** Milliseconds a document may take in a worker; 32 MiB take about one second. */
const TIMEOUT = 10_000;

let pool: GpxWorkerPool | null = null;

/**
 * Reads a GPX document as readGpx does, a large one off the request loop.
 * @param bytes the whole body; must not change until the promise settles
 * @throws MalformedBody, TooManyPoints; WorkerFailed when a worker was lost (500)
 */
export async function parseGpx(bytes: Buffer, limits: GpxLimits = GPX_LIMITS): Promise<GpxDocument> {
  if (bytes.length <= INLINE) return readGpx(bytes, limits);
  pool ??= new GpxWorkerPool({
    size: Math.min(2, Math.max(1, availableParallelism() - 1)),
    timeout: TIMEOUT,
    // the compiled file: the compiler leaves strings alone
    script: new URL('./gpx-worker.js', import.meta.url),
  });
  return pool.run(bytes, limits);
}

/** Ends the workers that parseGpx started, if any; it starts new ones when it needs them again. */
export async function closeGpxWorkers(): Promise<void> {
  const closing = pool;
  pool = null;
  await closing?.close();
}
