import cluster from 'node:cluster';
import type { Worker } from 'node:cluster';
import type { Logger } from 'pino';
import type { Config } from '../platform/config.ts';
import { shareMetrics, workerNumber } from './worker-metrics.ts';
import { welcome } from './welcome.ts';

/**
 * Milliseconds until a worker that ended is replaced: the first delay, twice that for each that soon ends too, up to the
 * longest, so that the service is whole again within seconds.
 */
const backOff = { first: 500, longest: 5000, soon: 20_000 } as const;

/**
 * The signal that replaces the processes one after the other. It is not SIGHUP, which a terminal sends when it is closed, and not
 * SIGUSR1, with which Node starts its debugger.
 */
export const restartSignal = 'SIGUSR2';

/** The signal to read the plan of what will be switched off again. It is only heard where there is one. */
export const reloadSignal = 'SIGHUP';

/**
 * Runs the service in several processes that share its port, replaces those that fail, and stops them all on SIGTERM
 * and SIGINT. The first one starts alone: it migrates the database, and if it cannot start, no process does. On SIGUSR2, it
 * starts a process of the version that is installed now for each of them, and stops the old one once the new one is ready.
 */
export function runWorkers(config: Config, log: Logger): void {
  const { workers, redisUrl, rateLimits, retirementPlan } = config;
  if (rateLimits && !redisUrl) log.warn('rate limits count in each process alone: REDIS_URL is not set');
  shareMetrics();
  let ready = 0;
  let applied = 0;
  let failures = 0;
  let stopping = false;
  let restarting = false;
  /** Whether processes are to be replaced, from when that is asked for until it begins. */
  let wanted = false;
  const alive = new Set<Worker>();
  /** Processes that are replaced, or that replace another: their end is not a failure of the service. */
  const inExchange = new Set<Worker>();
  /** Numbers that processes have in the metrics: one that is replaced leaves its own to the next. */
  const numbers = new Map<Worker, number>();

  function fork(): Worker {
    let number = 1;
    for (const taken = new Set(numbers.values()); taken.has(number);) number++;
    const worker = cluster.fork({ [workerNumber]: number });
    alive.add(worker);
    numbers.set(worker, number);
    const started = Date.now();
    worker.on('message', ({ ready: url, migrations = 0 }: { ready?: string; migrations?: number }) => {
      if (url === undefined || inExchange.has(worker)) return;
      applied += migrations;
      if (++ready === 1) for (let more = 1; more < workers; more++) fork();
      if (ready !== workers) return;
      process.stdout.write(welcome(url, config, null, applied));
      if (wanted) void restart();
    });
    worker.on('exit', (code, signal) => {
      alive.delete(worker);
      numbers.delete(worker);
      if (!inExchange.delete(worker) || stopping) ended(code, signal, Date.now() - started);
    });
    return worker;
  }

  /** Starts a process, and stops the old one when it is ready. Returns false if it ends before, and the old one remains. */
  async function exchange(old: Worker): Promise<boolean> {
    const begun = fork();
    inExchange.add(begun);
    const isReady = await new Promise<boolean>((resolve) => {
      begun.on('message', ({ ready: url }: { ready?: string }) => url !== undefined && resolve(true));
      begun.once('exit', () => resolve(false));
    });
    if (!isReady) return false;
    // An old process that has ended by itself meanwhile is replaced like any other, by a process of the new version.
    if (!alive.has(old)) {
      begun.process.kill('SIGTERM');
      return true;
    }
    inExchange.delete(begun);
    inExchange.add(old);
    const gone = new Promise((resolve) => old.once('exit', resolve));
    old.process.kill('SIGTERM');
    await gone;
    return true;
  }

  /** Replaces all processes, and once more if that is asked for meanwhile, perhaps because another version was installed. */
  async function restart(): Promise<void> {
    wanted = true;
    if (restarting || stopping || ready < workers) return;
    [restarting, wanted] = [true, false];
    log.info('the processes are being replaced, one after the other');
    // New processes are not replaced again.
    const former = Array.from(alive);
    for (const old of former) {
      if (stopping) break;
      if (await exchange(old)) continue;
      if (!stopping) log.error('a new process could not start, so the remaining old ones are kept');
      break;
    }
    restarting = false;
    if (!stopping) log.info('the processes are no longer being replaced');
    if (wanted) await restart();
  }

  function ended(code: number, signal: string, lived: number): void {
    if (stopping || ready === 0) {
      // A process that was still starting ends through the signal itself.
      if (code !== 0 && signal !== 'SIGTERM') process.exitCode = 1;
      if (alive.size === 0) process.exit();
      return;
    }
    failures = lived < backOff.soon ? failures + 1 : 0;
    const delay = Math.min(backOff.longest, backOff.first * 2 ** failures);
    log.error({ code, signal, delay }, 'a worker ended and will be replaced');
    setTimeout(() => {
      if (!stopping) fork();
    }, delay);
  }

  const stop = (): void => {
    stopping = true;
    if (alive.size === 0) process.exit();
    for (const worker of alive) worker.process.kill('SIGTERM');
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  process.on(restartSignal, () => void restart());
  if (retirementPlan !== undefined)
    process.on(reloadSignal, () => {
      for (const worker of alive) worker.process.kill(reloadSignal);
    });
  fork();
}
