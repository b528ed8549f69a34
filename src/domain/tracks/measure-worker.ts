/** Measures long tracks in a separate thread. measure-pool.ts starts it and gives it one job at a time. */
import { answerJobs } from '../../platform/worker-jobs.ts';
import type { JobAnswer } from '../../platform/worker-jobs.ts';
import { measureTrack } from './measure.ts';
import type { Measurements } from './measure.ts';
import type { MeasureJob } from './measure-pool.ts';
import { unpackTrack } from './packed-track.ts';

export default answerJobs<MeasureJob>((bytes, { durationGiven }): JobAnswer<Measurements> => [
  measureTrack(unpackTrack(bytes), durationGiven),
]);
