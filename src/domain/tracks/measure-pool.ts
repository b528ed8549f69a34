import { makeEventLoopQueue } from '../../platform/event-loop-queue.ts';
import { WorkerPool } from '../../platform/worker-pool.ts';
import { jobResult } from './measure-jobs.ts';
import type { JobResults, MeasureJob } from './measure-jobs.ts';
import { measureTrack, packTrack, pointCount, pointsOfPacked } from '@runners/recordings';
import type { Measurements, Repair, Split, Streams, Track } from '@runners/recordings';

/** Tracks of up to this many points are measured on the event loop, which takes 10 to 30 milliseconds. */
const INLINE = 20_000;
/** Many short recordings of one request are computed in different turns of the event loop. */
const turn = makeEventLoopQueue();

const pool = new WorkerPool<MeasureJob, JobResults[keyof JobResults]>({
  size: 1,
  // The longest track takes a third of a second.
  cpuMs: 10_000,
  // The name of the compiled file, since the compiler does not change strings.
  script: new URL('./measure-worker.js', import.meta.url),
});

/** Runs a job in the worker. */
function inWorker<Kind extends keyof JobResults>(
  packed: Uint8Array,
  job: Extract<MeasureJob, { kind: Kind }>,
): Promise<JobResults[Kind]> {
  return pool.run(Buffer.from(packed.buffer, packed.byteOffset, packed.length), job) as Promise<JobResults[Kind]>;
}

/**
 * Measures a track as measureTrack does, in a worker if it is long.
 * @throws as `WorkerPool.run`
 */
export async function measure(track: Track, durationGiven?: number): Promise<Measurements> {
  if (pointCount(track) <= INLINE) return measureTrack(track, durationGiven);
  const given = { ...(durationGiven !== undefined && { durationGiven }), sensors: track.sensors ?? null };
  return inWorker<'measure'>(packTrack(track), { kind: 'measure', ...given });
}

/** A recording as it is stored: the packed points, and the sensors, or null without any. */
export interface StoredRecording {
  points: Uint8Array;
  sensors: Uint8Array | null;
}

/** The splits of `unit` meters of a recording (`splitsOf`), made in a worker if it is long. @throws as `measure` */
export function storedSplits(recording: StoredRecording, unit: number, most: number): Promise<Split[] | null> {
  return ofStored<'splits'>(recording, { kind: 'splits', unit, most, sensors: ownBytes(recording.sensors) });
}

/** At most `most` points of the streams of a recording (`streamsOf`), made in a worker if it is long. @throws as `measure` */
export function storedStreams(recording: StoredRecording, most: number): Promise<Streams> {
  return ofStored<'streams'>(recording, { kind: 'streams', most, sensors: ownBytes(recording.sensors) });
}

/** What is wrong with a recording (`repairsOf`), found in a worker if it is long. @throws as `measure` */
export function storedRepairs(recording: StoredRecording): Promise<Repair[]> {
  return ofStored<'repairs'>(recording, { kind: 'repairs' });
}

/** Whether two packed tracks are recordings of the same run (`isSameRun`), found in a worker if one of them is long. @throws as `measure` */
export async function areSameRun(one: Uint8Array, other: Uint8Array): Promise<boolean> {
  const job = { kind: 'same', other: new Uint8Array(other) } as const;
  if (pointsOfPacked(one.length + other.length) > INLINE) return (await inWorker<'same'>(one, job)).isSame;
  await turn();
  return jobResult<'same'>(one, job).isSame;
}

async function ofStored<Kind extends 'splits' | 'streams' | 'repairs'>(
  { points }: StoredRecording,
  job: Extract<MeasureJob, { kind: Kind }>,
): Promise<JobResults[Kind]> {
  if (pointsOfPacked(points.length) > INLINE) return inWorker<Kind>(points, job);
  await turn();
  return jobResult(points, job);
}

/** The bytes in memory of their own, because a thread is sent the whole memory to which they belong. */
function ownBytes(bytes: Uint8Array | null): Uint8Array | null {
  return bytes && new Uint8Array(bytes);
}
