/** Measures long tracks in a separate thread. measure-pool.ts starts it and gives it one job at a time. */
import { answerJobs } from '../../platform/worker-jobs.ts';
import type { JobAnswer } from '../../platform/worker-jobs.ts';
import { jobResult } from './measure-jobs.ts';
import type { JobResults, MeasureJob } from './measure-jobs.ts';

export default answerJobs<MeasureJob>((bytes, job): JobAnswer<JobResults[keyof JobResults]> => [jobResult(bytes, job)]);
