import { WorkerPool } from '../../platform/worker-pool.ts';
import { measureTrack } from './measure.ts';
import type { Measurements } from './measure.ts';
import { packTrack } from './packed-track.ts';
import { pointCount } from './track.ts';
import type { Track } from './track.ts';

/** Tracks of up to this many points are measured on the event loop, which takes 10 to 30 milliseconds. */
const INLINE = 20_000;
/** The longest time in milliseconds for a track in the worker. The longest track takes a third of a second. */
const TIMEOUT = 10_000;

/** The options that the worker needs besides the packed track. */
export interface MeasureJob {
  durationGiven?: number;
}

let pool: WorkerPool<MeasureJob, Measurements> | null = null;

/**
 * Measures a track as measureTrack does, in a worker if it is long.
 * @throws WorkerFailed when the worker failed (500)
 */
export async function measure(track: Track, durationGiven?: number): Promise<Measurements> {
  if (pointCount(track) <= INLINE) return measureTrack(track, durationGiven);
  pool ??= new WorkerPool({
    size: 1,
    timeout: TIMEOUT,
    // The name of the compiled file, since the compiler does not change strings.
    script: new URL('./measure-worker.js', import.meta.url),
  });
  const bytes = packTrack(track);
  return pool.run(Buffer.from(bytes.buffer), durationGiven === undefined ? {} : { durationGiven });
}

/** Ends the worker if it was started. It is started again when it is needed. */
export async function closeMeasureWorkers(): Promise<void> {
  const closing = pool;
  pool = null;
  await closing?.close();
}
