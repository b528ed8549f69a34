import {
  isSameRun,
  measureTrack,
  repairsOf,
  splitsOf,
  streamsOf,
  unpackSensors,
  unpackTrack,
} from '@runners/recordings';
import type { Measurements, Repair, Sensors, Split, Streams, Track } from '@runners/recordings';

/** What is computed from a track, possibly in a worker, besides the packed track itself; with its sensors, as they are or packed. */
export type MeasureJob = { sensors?: Sensors | Uint8Array | null } & (
  | { kind: 'measure'; durationGiven?: number }
  | { kind: 'splits'; unit: number; most: number }
  | { kind: 'streams'; most: number }
  | { kind: 'repairs' }
  | { kind: 'same'; other: Uint8Array }
);

/** The result of each kind of job. */
export interface JobResults {
  measure: Measurements;
  splits: Split[] | null;
  streams: Streams;
  repairs: Repair[];
  same: { isSame: boolean };
}

/** Does a job with a packed track. @throws Error when the bytes are not a packed track, or not packed sensors */
export function jobResult<Kind extends keyof JobResults>(
  points: Uint8Array,
  job: Extract<MeasureJob, { kind: Kind }>,
): JobResults[Kind] {
  const sensors = job.sensors instanceof Uint8Array ? unpackSensors(job.sensors) : job.sensors;
  return resultOf({ ...unpackTrack(points), ...(sensors && { sensors }) }, job) as JobResults[Kind];
}

function resultOf(track: Track, job: MeasureJob): JobResults[keyof JobResults] {
  if (job.kind === 'measure') return measureTrack(track, job.durationGiven);
  if (job.kind === 'repairs') return repairsOf(track);
  if (job.kind === 'same') return { isSame: isSameRun(track, unpackTrack(job.other)) };
  return job.kind === 'splits' ? splitsOf(track, job.unit, job.most) : streamsOf(track, job.most);
}
