import { WorkerPool } from '../../platform/worker-pool.ts';
import { measureTrack } from './measure.ts';
import type { Measurements } from './measure.ts';
import { packTrack } from './packed-track.ts';
import { pointCount } from './track.ts';
import type { Track } from './track.ts';

/** Tracks of up to this many points are measured on the request loop: 10 to 30 milliseconds. */
const INLINE = 20_000;
/** Milliseconds a track may take in the worker; the longest takes a third of a second. */
const TIMEOUT = 10_000;

/** What the worker needs besides the packed track. */
export interface MeasureJob {
  durationGiven?: number;
}

let pool: WorkerPool<MeasureJob, Measurements> | null = null;

/**
 * Measures a track as measureTrack does, a long one off the request loop.
 * @throws WorkerFailed when the worker was lost (500)
 */
export async function measure(track: Track, durationGiven?: number): Promise<Measurements> {
  if (pointCount(track) <= INLINE) return measureTrack(track, durationGiven);
  pool ??= new WorkerPool({
    size: 1,
    timeout: TIMEOUT,
    // The compiled file: the compiler leaves strings alone.
    script: new URL('./measure-worker.js', import.meta.url),
  });
  const bytes = packTrack(track);
  return pool.run(Buffer.from(bytes.buffer), durationGiven === undefined ? {} : { durationGiven });
}

/** Ends the worker that was started, if any; it is started again when it is needed again. */
export async function closeMeasureWorkers(): Promise<void> {
  const closing = pool;
  pool = null;
  await closing?.close();
}
