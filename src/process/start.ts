import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { collect } from '../platform/collect.ts';
import { readConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { openLog } from './open-log.ts';
import { startSentence } from './start-errors.ts';
import { welcome } from './welcome.ts';
import { besideOthers } from './worker-metrics.ts';
import { runWorkers } from './workers.ts';

// Bodies and tracks lie outside V8's heap: counted by the small young limit they set off a full collection every 0.2 s.
setFlagsFromString('--external-memory-accounted-in-global-limit');

/** Milliseconds that stopping takes at most, once the service has sent callers elsewhere. */
const mostStopMs = 13_000;

let config: Config | null = null;

/** Starts the service from the environment, and stops it cleanly on SIGTERM and SIGINT. */
async function start(): Promise<void> {
  // What this process writes (the embedded database, pictures, mails) is for no other user of the machine.
  process.umask(0o077);
  config = readConfig(process.env);
  const log = openLog(config);
  if (config.workers > 1 && cluster.isPrimary) return runWorkers(config, log);
  // The process that only watches over others needs none of it.
  const { startService } = await import('../server.ts');
  const service = await startService(config, log, {
    demo: true,
    ...(cluster.isWorker ? { beside: besideOthers() } : {}),
  });
  setTimeout(tidyUp, 2000).unref();
  tidyUpAfterWork();
  let stopping = false;
  const { drainSeconds } = config;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    // Whatever hangs.
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
  // A terminal sends Ctrl-C to npm and to us, and npm passes it on: once it stops, a second one changes nothing.
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  if (cluster.isPrimary) process.stdout.write(welcome(service.url, service.demo));
  else {
    process.once('disconnect', stop);
    process.send?.({ ready: service.url });
  }
}

/**
 * Gives back what the start has used: V8 would keep its young generation as large as loading the programs made it, 70 MB
 * more than an idle service needs. Under load it grows again.
 */
function tidyUp(): void {
  collect({ type: 'major', flavor: 'last-resort', execution: 'async' });
}

/** Seconds between two looks at whether there is work. */
const look = 5;
/** The share of its time that a process with nothing to do but heartbeats and sweeps is busy, at most. */
const quiet = 0.05;
/** Megabytes more than when it was last tidy that are worth a full collection, after which programs are compiled anew. */
const much = 100;
/** Looks until what a collection has left is tried again, and at most: it may have been held by who is gone since. */
const again = { first: 6, longest: 120 } as const;

/**
 * Gives back what large uploads have used, once it is quiet again: V8 collects nothing while nothing is asked of it. What
 * is held during a quiet while (bodies that are coming slowly) is no measure: it is tried again, less and less often.
 */
function tidyUpAfterWork(): void {
  const megabytes = () => process.memoryUsage.rss() / 1e6;
  let before = performance.eventLoopUtilization();
  let least = megabytes();
  /** What the last collection left. */
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

start().catch((error: unknown) => {
  process.stderr.write(`${startSentence(error, config) ?? String((error as Error).stack)}\n`);
  process.exit(1);
});
