import { createHash } from 'node:crypto';
import type { Surroundings } from '../../context.ts';
import { unitOfWork } from '../../../platform/database/database.ts';
import type { Jobs } from '../../../platform/jobs/jobs.ts';
import { sendDueReports } from './send-reports.ts';

/** Between looks for due reports. */
const everyMs = 5 * 60_000;
/** After the start, to let a start be quick; tests shorten it. */
const firstMs = 20_000;

/** Looks for due reports until it is stopped. */
interface ReportJobs {
  stop(): void;
}

/**
 * Looks for due reports every five minutes. Each process adds the job of that time, the first one wins, one runs it; when
 * that dies, another goes on with those that were not queued yet.
 */
export async function startReports(jobs: Jobs, surroundings: Surroundings, first = firstMs): Promise<ReportJobs> {
  const retries = { firstDelaySeconds: 15, longestDelaySeconds: 120, limit: 3 };
  const looks = await jobs.queue<{ slot: number }>('report', retries);
  await looks.work(() => sendDueReports(surroundings));

  const look = () => {
    const slot = Math.floor(surroundings.now().getTime() / everyMs);
    unitOfWork(surroundings.database, (em) => looks.add(em, jobId(slot), { slot })).catch((error: unknown) =>
      surroundings.log.warn({ err: error }, 'could not look for due reports'),
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

/** The same in every process. */
function jobId(slot: number): string {
  const digits = createHash('sha256').update(`report:${slot}`).digest('hex');
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5');
}
