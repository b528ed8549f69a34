import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { pino } from 'pino';
import { readConfig } from '../platform/config.ts';
import type { Config } from '../platform/config.ts';
import { startSentence } from './start-errors.ts';
import { welcome } from './welcome.ts';
import { runWorkers } from './workers.ts';

// Bodies and tracks lie outside V8's heap: counted by the small young limit they set off a full collection every 0.2 s.
setFlagsFromString('--external-memory-accounted-in-global-limit');

let config: Config | null = null;

/** Starts the service from the environment, and stops it cleanly on SIGTERM and SIGINT. */
async function start(): Promise<void> {
  config = readConfig(process.env);
  const log = pino({ level: config.logLevel });
  if (config.workers > 1 && cluster.isPrimary) return runWorkers(config, log);
  // The process that only watches over others needs none of it.
  const { startService } = await import('../server.ts');
  const service = await startService(config, log, { demo: true });
  setTimeout(tidyUp, 2000).unref();
  tidyUpAfterWork();
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.fatal({ err: error }, 'could not stop cleanly');
        process.exit(1);
      },
    );
  };
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);
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
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as NodeJS.GCFunction;
  setFlagsFromString('--no-expose-gc');
  void collect({ type: 'major', flavor: 'last-resort', execution: 'async' });
}

/** Seconds between two looks at whether there is work. */
const look = 5;
/** The share of its time that a process with nothing to do but heartbeats and sweeps is busy, at most. */
const quiet = 0.05;
/** Megabytes more than when it was last tidy that are worth a full collection, after which programs are compiled anew. */
const much = 100;

/** Gives back what large uploads have used, once it is quiet again: V8 collects nothing while nothing is asked of it. */
function tidyUpAfterWork(): void {
  const megabytes = () => process.memoryUsage.rss() / 1e6;
  let before = performance.eventLoopUtilization();
  let tidy = megabytes();
  setInterval(() => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    if (utilization > quiet) return;
    if (megabytes() > tidy + much) {
      tidyUp();
      // What is left then is the new measure.
      tidy = Number.POSITIVE_INFINITY;
    } else {
      tidy = Math.min(tidy, megabytes());
    }
  }, look * 1000).unref();
}

start().catch((error: unknown) => {
  process.stderr.write(`${startSentence(error, config) ?? String((error as Error).stack)}\n`);
  process.exit(1);
});
