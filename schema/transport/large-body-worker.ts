/** The worker thread that parses large GraphQL requests. large-body-pool.ts starts it and gives it one job at a time. */
import { answerJobs } from '../../src/platform/worker-jobs.ts';
import type { LargeBodyForm } from './large-body-pool.ts';
import { answerOf } from './large-body.ts';

export default answerJobs<LargeBodyForm>(answerOf);
