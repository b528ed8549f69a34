import type { JobTimes, Retries } from '../../src/platform/jobs/jobs.ts';

/** Intervals for tests: as short as pg-boss takes them. */
export const times: JobTimes = { poll: 0.5, supervise: 1, heartbeat: 10, stop: 1 };

/** Attempts for tests: a second or two apart. */
export const retries: Retries = { firstDelaySeconds: 1, longestDelaySeconds: 2, limit: 30 };
