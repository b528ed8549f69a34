import { Piscina } from 'piscina';
import type { Question } from './gazetteer-worker.ts';
import { isPlaceOnEarth, mayBePlace, notLookedUp } from './places.ts';
import type { Place, Places } from './places.ts';
import { declareBound } from '../bounds.ts';
import { withTimeout } from '../with-timeout.ts';
import { workerNiceness } from '../worker-pool.ts';

const bound = declareBound(import.meta.url, {
  name: 'gazetteer_questions',
  holds: 'lookups that wait for the thread of the included gazetteer, for at most ten seconds',
  limit: 1000,
  unit: 'lookups',
  share: 'Lookups come from requests and expensive work, whose gates have shares.',
  beyond: 'The lookup is answered with BUSY (503 with `Retry-After`), or repeated later where the rest can be stored.',
});

/** Timeouts of the gazetteer, in milliseconds. */
interface GazetteerTimes {
  /** A query that is not answered by then is BUSY. */
  answer: number;
  /** The idle time after which its memory is released. */
  idle: number;
}

/** Places from the package's own gazetteer, whose thread ends when it is closed. */
export interface Gazetteer extends Places {
  close(): Promise<void>;
}

/**
 * Places from the package's own gazetteer (decisions R18): GeoNames (https://www.geonames.org), licensed CC BY 4.0. It
 * runs in a worker thread, so that reading it never blocks a request. The worker starts with the first query, ends
 * after some idle minutes, starts again on demand, and does not keep the process alive when it is idle.
 */
export function makeGazetteer({ answer, idle }: GazetteerTimes = { answer: 10_000, idle: 30 * 60_000 }): Gazetteer {
  const thread = new Piscina<Question, Place | null>({
    filename: new URL('./gazetteer-worker.js', import.meta.url).href,
    minThreads: 0,
    maxThreads: 1,
    maxQueue: bound.limit,
    idleTimeout: idle,
    atomics: 'disabled',
    recordTiming: false,
    execArgv: [],
    niceIncrement: workerNiceness,
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 },
  });
  // Queries of a worker that fails are rejected, and the next query starts a new one.
  thread.on('error', () => {});
  bound.watch(() => thread.queueSize);
  let closed = false;

  /** There is no answer in time, when too many wait, and when the worker has failed or is closed. */
  const query = async (about: Question) => {
    if (closed) throw notLookedUp();
    return withTimeout(answer, 'the gazetteer', thread.run(about)).catch(() => {
      throw notLookedUp();
    });
  };
  return {
    find: async (name) => (mayBePlace(name) ? query({ name }) : null),
    nearest: async (latitude, longitude) =>
      isPlaceOnEarth(latitude, longitude) ? query({ latitude, longitude }) : null,
    async close() {
      closed = true;
      await thread.destroy();
    },
  };
}
