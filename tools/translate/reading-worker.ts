/** The worker thread that reads large recordings. reading-pool.ts starts it and gives it one job at a time. */
import { answerJobs } from '../../src/platform/worker-jobs.ts';
import type { JobAnswer } from '../../src/platform/worker-jobs.ts';
import { readMigrationForm } from './migration-form.ts';
import type { ReadingAnswer, ReadingJob } from './reading-pool.ts';
import { judgement } from './recorded/judgement.ts';
import { readRecording } from './recorded/read-recording.ts';

export default answerJobs<ReadingJob>((bytes, job): JobAnswer<ReadingAnswer> => {
  if (job.format === 'migration') return [{ form: readMigrationForm(bytes) }];
  if (job.format === 'recording') return [{ recording: readRecording(bytes) }];
  return [{ judgement: judgement(bytes, job) }];
});
