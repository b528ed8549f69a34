import { measureTrack } from './measure.ts';
import type { Measurements } from './measure.ts';
import { unpackSensors } from './packed-sensors.ts';
import { unpackTrack } from './packed-track.ts';
import { repairsOf } from './repairs.ts';
import type { Repair } from './repairs.ts';
import type { Sensors } from './sensors.ts';
import { splitsOf } from './splits.ts';
import type { Split } from './splits.ts';
import { streamsOf } from './streams.ts';
import type { Streams } from './streams.ts';
import type { Track } from './track.ts';

/** What is computed from a track, possibly in a worker, besides the packed track itself. */
export type MeasureJob =
  | { kind: 'measure'; durationGiven?: number; sensors?: Sensors }
  | { kind: 'splits'; unit: number; most: number; packedSensors: Uint8Array | null }
  | { kind: 'streams'; most: number; packedSensors: Uint8Array | null }
  | { kind: 'repairs' };

/** The result of each kind of job. */
export interface JobResults {
  measure: Measurements;
  splits: Split[] | null;
  streams: Streams;
  repairs: Repair[];
}

/** Does a job with a track that has its sensors. */
function withTrack(track: Track, job: MeasureJob): JobResults[keyof JobResults] {
  if (job.kind === 'measure') return measureTrack(track, job.durationGiven);
  if (job.kind === 'repairs') return repairsOf(track);
  return job.kind === 'splits' ? splitsOf(track, job.unit, job.most) : streamsOf(track, job.most);
}

function sensorsOf(job: MeasureJob): Sensors | undefined {
  if (job.kind === 'measure') return job.sensors;
  if (job.kind === 'repairs') return undefined;
  return job.packedSensors ? unpackSensors(job.packedSensors) : undefined;
}

/** The jobs, for a track and for a packed one. */
export const jobResults = {
  measure: (track: Track, { durationGiven }: Extract<MeasureJob, { kind: 'measure' }>): Measurements =>
    measureTrack(track, durationGiven),

  /** @throws Error when the bytes are not a packed track, or not packed sensors */
  packed<Kind extends keyof JobResults>(
    points: Uint8Array,
    job: Extract<MeasureJob, { kind: Kind }>,
  ): JobResults[Kind] {
    const sensors = sensorsOf(job);
    return withTrack({ ...unpackTrack(points), ...(sensors && { sensors }) }, job) as JobResults[Kind];
  },
};
