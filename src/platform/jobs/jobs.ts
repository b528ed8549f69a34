import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Job } from 'pg-boss';
import type { Logger } from 'pino';
import { afterCommit } from '@runners/postgres';
import type { Database } from '../database/database.ts';
import type { Outcome } from '../observability/durations.ts';
import { Metrics } from '../observability/metrics.ts';
import { redacted } from '../observability/safe-error.ts';
import { jobGauges } from './job-metrics.ts';
import { jobDatabase } from './job-database.ts';
import { declareBound } from '../bounds.ts';
import { countedCache } from '../counted-cache.ts';
import { addressKey } from '../mail/address.ts';

const bound = declareBound(import.meta.url, {
  name: 'jobs_done',
  holds: 'finished jobs of each queue, which are not run again if the database could not be updated for long',
  limit: 10_000,
  unit: 'jobs',
  share: 'None: it follows from the code, and not from callers.',
  beyond: 'The oldest entry is evicted. By then the row of its job is deleted.',
});

/** How a queue repeats a failed job: after the first delay, then twice that, and so on up to the longest delay. */
export interface Retries {
  firstDelaySeconds: number;
  longestDelaySeconds: number;
  /** Attempts after the first. */
  limit: number;
}

/** Jobs of one kind, kept in the database until they are done. */
export interface JobQueue<Data extends object> {
  /**
   * Adds a job in the transaction of `em`. It runs after the commit, and never after a rollback.
   * @param afterSeconds the delay before it runs; a later job for the same replaces it
   */
  add(em: SqlEntityManager, id: string, data: Data, afterSeconds?: number): Promise<void>;
  /** Adds many jobs in one statement. */
  addAll(em: SqlEntityManager, jobs: readonly { id: string; data: Data }[]): Promise<void>;
  /** Removes, in the transaction of `em`, the jobs whose data have this text under `key`, in upper or lower case. */
  drop(em: SqlEntityManager, key: string & keyof Data, text: string): Promise<void>;
  /**
   * Runs the jobs in this process. A job that rejects is repeated later, in any process, and a job that succeeds is
   * removed. `run` is called again only after it has rejected or its process has died.
   */
  work(run: (id: string, data: Data) => Promise<void>): Promise<void>;
}

/** Work that is done after the transaction that requested it, even if the process dies in between. */
export interface Jobs {
  queue<Data extends object>(name: string, retries: Retries): Promise<JobQueue<Data>>;
  /** Waits at most five seconds for running jobs. The next process repeats those that are not finished then. */
  stop(): Promise<void>;
}

/** Intervals in seconds. Tests shorten them. */
export interface JobTimes {
  /** Between polls for due jobs. Jobs that are added in this process are noticed immediately. */
  poll: number;
  /** Between polls for jobs whose process has died. */
  supervise: number;
  /** The age of the last heartbeat after which the process of a job counts as dead (at least 10 for pg-boss). */
  heartbeat: number;
  /** How long a stop waits for running jobs. */
  stop: number;
}

const ordinary: JobTimes = { poll: 2, supervise: 30, heartbeat: 30, stop: 5 };
/**
 * Attempts to remove a job that is done, and milliseconds between them: the time that a failed database is given. Until then
 * no other process may take the job for one that has to be run.
 */
const removals = { attempts: 300, everyMs: 1000 } as const;
const hour = 3600;
const day = 24 * hour;
/** The number of jobs of a queue that run at the same time in a process. */
const lanes = 2;
const noJob = '00000000-0000-0000-0000-000000000000';

/** Starts pg-boss on the database of the service, in the schema `pgboss`, which it creates or migrates. */
export async function startJobs(
  database: Database,
  log?: Pick<Logger, 'warn' | 'error'>,
  times: Partial<JobTimes> = {},
  metrics: Metrics = new Metrics(),
): Promise<Jobs> {
  const { poll, supervise, heartbeat, stop } = { ...ordinary, ...times };
  const embedded = database.kind === 'embedded';
  const boss = new PgBoss({
    db: jobDatabase(database),
    backend: embedded ? 'pglite' : 'postgres',
    schema: 'pgboss',
    schedule: false,
    superviseIntervalSeconds: supervise,
    monitorIntervalSeconds: supervise,
    queueCacheIntervalSeconds: hour,
    maintenanceIntervalSeconds: hour,
    bamIntervalSeconds: hour,
    flowIntervalSeconds: day,
    reindex: !embedded,
    monitorVacuum: !embedded,
  });
  // A database that is busy or gone is no fault of the jobs, which wait for it. Requests that fail by it are warnings, too.
  boss.on('error', (error: Error & { code?: unknown }) =>
    log?.[error.code === 'UNAVAILABLE' ? 'warn' : 'error']({ err: error }, 'jobs'),
  );
  // What else a warning says can be statements with their values.
  boss.on('warning', ({ message }) => log?.warn({ warning: redacted(message) }, 'jobs'));
  await boss.start();

  const workers: string[] = [];
  const names = new Set<string>();
  const queues: string[] = [];
  let stopping = false;
  metrics.watch(...jobGauges(database, () => queues));
  const wake = () => {
    if (!stopping) for (const id of workers) boss.notifyWorker(id);
  };

  async function queue<Data extends object>(name: string, retries: Retries): Promise<JobQueue<Data>> {
    const options = {
      retryLimit: retries.limit,
      retryDelay: retries.firstDelaySeconds,
      retryBackoff: true,
      retryDelayMax: retries.longestDelaySeconds,
      expireInSeconds: hour / 4,
      heartbeatSeconds: heartbeat,
      deleteAfterSeconds: 14 * day,
      retentionSeconds: 30 * day,
    };
    queues.push(name);
    await boss.createQueue(name, options);
    await boss.updateQueue(name, options);
    // Fills the cache of pg-boss, because looking up the queue inside a transaction would deadlock on one connection.
    await boss.findJobs(name, { id: noJob });
    if (embedded) await releaseOrphans(name);

    async function startLane(run: (id: string, data: Data) => Promise<void>): Promise<void> {
      const worker: string = await boss.work<Data>(name, { pollingIntervalSeconds: poll }, async ([job]) => {
        if (!job) return;
        await runOnce(job, () => run(job.id, job.data));
        boss.notifyWorker(worker);
      });
      workers.push(worker);
    }

    // The job is done but could not be marked as done in the database. It must not run again.
    const done = countedCache<string, true>(bound.limit);
    bound.watch(() => done.size);
    async function runOnce({ id, retryCount }: Job<Data>, run: () => Promise<void>): Promise<void> {
      const begun = performance.now();
      const attempted = (outcome: Outcome) => metrics.jobs.add(name, (performance.now() - begun) / 1000, outcome);
      try {
        if (!done.has(id)) await run();
        done.set(id, true);
        await remove(id);
        attempted('ok');
      } catch (error) {
        attempted('failed');
        const about = { err: error, queue: name, job: id };
        if (retryCount < retries.limit) log?.warn(about, 'job failed, to be tried again');
        else log?.error(about, 'job given up');
        throw error;
      }
    }

    /**
     * Deletes a job that is done, even if another process has claimed it, because its data (links that sign in) need not be
     * kept. A database that fails is waited for: with the process, the knowledge that the job is done would end.
     */
    async function remove(id: string): Promise<void> {
      for (let attempt = 1; ; attempt++)
        try {
          await boss.deleteJob(name, id);
          return;
        } catch (error) {
          if (stopping || attempt === removals.attempts) throw error;
          await sleep(removals.everyMs);
        }
    }

    return {
      async add(em, id, data, afterSeconds = 0) {
        const startAfter = afterSeconds > 0 ? { startAfter: afterSeconds } : {};
        await boss.send(name, data, { id, db: fromKysely(em.getKysely()), ...startAfter });
        afterCommit(em, wake);
      },
      async addAll(em, jobs) {
        if (jobs.length === 0) return;
        await boss.insert(name, [...jobs], { db: fromKysely(em.getKysely()) });
        afterCommit(em, wake);
      },
      async drop(em, key, text) {
        const db = fromKysely(em.getKysely());
        const sql = `delete from pgboss.job where name = $1 and ${addressKey('(data ->> $2)')} = ${addressKey('$3')}`;
        await db.executeSql(sql, [name, key, text]);
      },
      async work(run) {
        names.add(name);
        for (let lane = 0; lane < lanes; lane++) await startLane(run);
      },
    };
  }

  /** The embedded database belongs to one process, so jobs of an earlier process are free again. */
  async function releaseOrphans(name: string): Promise<void> {
    const ids = (await boss.findJobs(name)).filter(({ state }) => state === 'active').map(({ id }) => id);
    if (!ids.length) return;
    await database.transaction(async (tx) => {
      const db = fromKysely((await tx.em()).getKysely());
      await boss.cancel(name, ids, { db });
      await boss.resume(name, ids, { db });
    });
  }

  async function finish(): Promise<void> {
    await boss.stop({ graceful: true, timeout: stop * 1000, close: false });
    // The state of the abandoned jobs is still being written, so the database must not close in the meantime.
    await Promise.all([...names].map((name) => boss.offWork(name, { wait: true })));
  }

  return {
    queue,
    async stop() {
      stopping = true;
      // The timeout is for a database that no longer answers.
      await Promise.race([finish(), sleep(stop * 1000 + 2000, undefined, { ref: false })]);
    },
  };
}
