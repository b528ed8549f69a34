import { createHash } from 'node:crypto';
import type { ProcessContext } from '../context.ts';
import { unitOfWork } from '@runners/postgres';
import type { Jobs } from '../../platform/jobs/jobs.ts';
import { sendDueReports } from './send-reports.ts';

/** The time between two searches for due reports. */
const everyMs = 5 * 60_000;
/** The delay after the start, which keeps the start fast. Tests shorten it. */
const firstMs = 20_000;

/** Searches for due reports until it is stopped. */
interface ReportJobs {
  stop(): void;
}

/**
 * Searches for due reports every five minutes. Each process queues the job of that time, of which one is kept, and one
 * process runs it. If that process fails, another one continues with the reports that were not queued yet.
 */
export async function startReports(jobs: Jobs, processContext: ProcessContext, first = firstMs): Promise<ReportJobs> {
  const retries = { firstDelaySeconds: 15, longestDelaySeconds: 120, limit: 3 };
  const looks = await jobs.queue<{ slot: number }>('report', retries);
  await looks.work(() => sendDueReports(processContext));

  const look = () => {
    const slot = Math.floor(processContext.now().getTime() / everyMs);
    unitOfWork(processContext.database, (em) => looks.add(em, jobId(slot), { slot })).catch((error: unknown) =>
      processContext.log.warn({ err: error }, 'could not look for due reports'),
    );
  };
  let every: NodeJS.Timeout | undefined;
  const begin = setTimeout(() => {
    look();
    every = setInterval(look, everyMs).unref();
  }, first).unref();
  return {
    stop() {
      clearTimeout(begin);
      clearInterval(every);
    },
  };
}

/** The key is the same in every process. */
function jobId(slot: number): string {
  const digits = createHash('sha256').update(`report:${slot}`).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
