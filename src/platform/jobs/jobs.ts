import { setTimeout as sleep } from 'node:timers/promises';
import type { SqlEntityManager } from '@mikro-orm/sql';
import { LRUCache } from 'lru-cache';
import { fromKysely, PgBoss } from 'pg-boss';
import type { Job } from 'pg-boss';
import type { Logger } from 'pino';
import type { Database } from '../database/database.ts';
import type { Outcome } from '../observability/durations.ts';
import { Metrics } from '../observability/metrics.ts';
import { redacted } from '../observability/safe-error.ts';
import { jobGauges } from './job-metrics.ts';
import { watchCommits } from './commits.ts';
import { jobDatabase } from './job-database.ts';

/** How a queue tries a failed job again: after the first delay, twice that, and so on up to the longest one. */
export interface Retries {
  firstDelaySeconds: number;
  longestDelaySeconds: number;
  /** Attempts after the first. */
  limit: number;
}

/** Jobs of one kind, kept in the database until they are done. */
export interface JobQueue<Data extends object> {
  /**
   * Adds a job in the transaction of `em`: it runs once that commits, and never when it rolls back.
   * @param afterSeconds it waits for so long, to be dropped in favour of a later one
   */
  add(em: SqlEntityManager, id: string, data: Data, afterSeconds?: number): Promise<void>;
  /** Adds many in one statement. */
  addAll(em: SqlEntityManager, jobs: readonly { id: string; data: Data }[]): Promise<void>;
  /** Removes, in the transaction of `em`, the jobs whose data have this text under `key`, in any case. */
  drop(em: SqlEntityManager, key: string & keyof Data, text: string): Promise<void>;
  /**
   * Runs jobs in this process. One that rejects is tried again later, in any process; one that is done
   * leaves no trace. `run` is called again only after it rejected or its process died.
   */
  work(run: (id: string, data: Data) => Promise<void>): Promise<void>;
}

/** Work that is done after the transaction that asked for it, even if the process dies in between. */
export interface Jobs {
  queue<Data extends object>(name: string, retries: Retries): Promise<JobQueue<Data>>;
  /** Waits for running jobs, five seconds at most; what is unfinished then is tried again by the next process. */
  stop(): Promise<void>;
}

/** Intervals in seconds; tests shorten them. */
export interface JobTimes {
  /** Between looks for due jobs. Jobs added in this process are noticed at once. */
  poll: number;
  /** Between looks for jobs whose process died. */
  supervise: number;
  /** Without a sign of life of this age a job's process is taken for dead (pg-boss wants at least 10). */
  heartbeat: number;
  /** What a stop waits for running jobs. */
  stop: number;
}

const ordinary: JobTimes = { poll: 2, supervise: 30, heartbeat: 30, stop: 5 };
const hour = 3600;
const day = 24 * hour;
/** Jobs of a queue that run side by side in a process. */
const lanes = 2;
const noJob = '00000000-0000-0000-0000-000000000000';

/** Starts pg-boss on the service's database, in the schema `pgboss`, which it creates or migrates. */
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
  boss.on('error', (error) => log?.error({ err: error }, 'jobs'));
  // What else a warning says can be statements with their values.
  boss.on('warning', ({ message }) => log?.warn({ warning: redacted(message) }, 'jobs'));
  await boss.start();

  const workers: string[] = [];
  const names = new Set<string>();
  const queues: string[] = [];
  metrics.watch(...jobGauges(database, () => queues));
  const commits = watchCommits(database.orm, () => workers.forEach((id) => boss.notifyWorker(id)));

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
    // Fills pg-boss's memory of the queue: looking it up inside a transaction would deadlock on one connection.
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

    // Done, but the database could not be told so: not to be run again.
    const done = new LRUCache<string, true>({ max: 10_000 });
    async function runOnce({ id, retryCount }: Job<Data>, run: () => Promise<void>): Promise<void> {
      const begun = performance.now();
      const attempted = (outcome: Outcome) => metrics.jobs.add(name, (performance.now() - begun) / 1000, outcome);
      try {
        if (!done.has(id)) await run();
        done.set(id, true);
        // Whoever claims it by now: it is done, and what it held (links that sign in) need not be kept.
        await boss.deleteJob(name, id);
        attempted('ok');
      } catch (error) {
        attempted('failed');
        const about = { err: error, queue: name, job: id };
        if (retryCount < retries.limit) log?.warn(about, 'job failed, to be tried again');
        else log?.error(about, 'job given up');
        throw error;
      }
    }

    return {
      async add(em, id, data, afterSeconds = 0) {
        const startAfter = afterSeconds > 0 ? { startAfter: afterSeconds } : {};
        await boss.send(name, data, { id, db: fromKysely(em.getKysely()), ...startAfter });
        commits.after(em);
      },
      async addAll(em, jobs) {
        if (jobs.length === 0) return;
        await boss.insert(name, [...jobs], { db: fromKysely(em.getKysely()) });
        commits.after(em);
      },
      async drop(em, key, text) {
        const db = fromKysely(em.getKysely());
        const sql = 'delete from pgboss.job where name = $1 and lower(data ->> $2) = lower($3)';
        await db.executeSql(sql, [name, key, text]);
      },
      async work(run) {
        names.add(name);
        for (let lane = 0; lane < lanes; lane++) await startLane(run);
      },
    };
  }

  /** The embedded database has one process, so what an earlier one was at is free again. */
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
    // What was given up by that is still being noted; the database must not close meanwhile.
    await Promise.all([...names].map((name) => boss.offWork(name, { wait: true })));
  }

  return {
    queue,
    async stop() {
      commits.ignore();
      // The limit is for a database that no longer answers.
      await Promise.race([finish(), sleep(stop * 1000 + 2000, undefined, { ref: false })]);
    },
  };
}
