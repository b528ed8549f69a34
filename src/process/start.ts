import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { folderFault } from '../platform/disk-space.ts';
import { forceGc } from '../platform/force-gc.ts';
import { readConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { openLog } from './open-log.ts';
import { startSentence } from './start-errors.ts';
import { welcome } from './welcome.ts';
import { besideOthers } from './worker-metrics.ts';
import { reloadSignal, restartSignal, runWorkers } from './workers.ts';

// Bodies and tracks are outside V8's heap. Counted against the small young generation, they would cause a full
// collection every 0.2 s.
setFlagsFromString('--external-memory-accounted-in-global-limit');

/** The longest time in milliseconds that stopping takes, once the service has directed callers elsewhere. */
const mostStopMs = 13_000;

let config: Config | null = null;

/** Starts the service with the settings of the environment, and stops it on SIGTERM and SIGINT. */
async function start(): Promise<void> {
  // Files that this process writes (the embedded database, pictures, mails) are not readable for other users of the
  // machine.
  process.umask(0o077);
  config = readConfig(process.env);
  const log = openLog(config);
  if (config.workers > 1 && cluster.isPrimary) return runWorkers(config, log);
  // The process that only supervises others does not need it.
  const { startService } = await import('../server/server.ts');
  const service = await startService(config, log, {
    demo: true,
    // Others answer beside a process that is not the first one.
    listensFirst: (cluster.worker?.id ?? 1) === 1,
    ...(cluster.isWorker ? { siblings: besideOthers() } : {}),
  });
  setTimeout(tidyUp, 2000).unref();
  tidyUpAfterWork();
  let stopping = false;
  const { drainSeconds } = config;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    // This ends the process even if something does not stop.
    setTimeout(
      () => {
        log.fatal('stopping took too long');
        process.exit(1);
      },
      drainSeconds * 1000 + mostStopMs,
    ).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  // A terminal sends Ctrl-C to npm and to this process, and npm passes it on. Once the process is stopping, a second
  // signal has no effect.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (config.retirementPlan !== undefined) process.on(reloadSignal, () => void service.retiring.plan.reload());
  process.on(restartSignal, () => {
    if (cluster.isPrimary) log.warn(`${restartSignal} replaces processes only if WORKERS is 2 or more`);
  });
  if (cluster.isPrimary) process.stdout.write(welcome(service.url, config, service.demo, service.migrations));
  else {
    process.once('disconnect', stop);
    process.send?.({ ready: service.url, migrations: service.migrations });
  }
}

/**
 * Releases the memory that the start has used. V8 would keep the young generation at the size that loading the programs
 * required, 70 MB more than an idle service needs. It grows again under load.
 */
function tidyUp(): void {
  forceGc({ type: 'major', flavor: 'last-resort', execution: 'async' });
}

/** Seconds between two checks whether the process is idle. */
const look = 5;
/** The largest share of time for which a process with only heartbeats and sweeps is busy. */
const quiet = 0.05;
/**
 * The growth in megabytes since the last collection that justifies a full collection, after which functions are
 * compiled again.
 */
const much = 100;
/**
 * The number of checks until another collection is tried, and its maximum. The memory may have been used by a request
 * that has ended since.
 */
const again = { first: 6, longest: 120 } as const;

/**
 * Releases the memory that large uploads have used when the process is idle, because V8 collects no garbage without
 * activity. Memory that is in use during idle time (bodies that arrive slowly) cannot be released, so further
 * collections are tried at increasing intervals.
 */
function tidyUpAfterWork(): void {
  const megabytes = () => process.memoryUsage.rss() / 1e6;
  let before = performance.eventLoopUtilization();
  let least = megabytes();
  /** The memory after the last collection. */
  let left = least;
  let pause: number = again.first;
  let looks = 0;
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    looks++;
    if (utilization > quiet) return;
    const size = megabytes();
    least = Math.min(least, size);
    left = Math.min(left, size);
    const grew = size > left + much;
    if (!grew && (size <= least + much || looks < pause)) return;
    tidyUp();
    pause = grew ? again.first : Math.min(pause * 2, again.longest);
    looks = 0;
    left = Infinity;
  }, look * 1000).unref();
}

start().catch(async (error: unknown) => {
  // The embedded database does not say why it cannot be opened.
  const fault = config && !config.databaseUrl && (await folderFault(config.dataDir));
  const sentence = fault ? `DATA_DIR: ${config?.dataDir} ${fault}` : startSentence(error, config);
  process.stderr.write(`${sentence ?? String((error as Error).stack)}\n`);
  process.exit(1);
});
