import { Worker } from 'node:worker_threads';
import type { Answer, Question } from './gazetteer-worker.ts';
import { isPlaceOnEarth, mayBePlace } from './places.ts';
import type { Place, Places } from './places.ts';
import { declareBound } from '../bounds.ts';

const held = declareBound(import.meta.url, {
  name: 'gazetteer_questions',
  holds: 'lookups that wait for the thread of the included gazetteer, for at most ten seconds',
  limit: 1000,
  unit: 'lookups',
  share: 'Lookups come from requests and expensive work, whose gates have shares.',
  beyond: 'The lookup finds no place.',
});

/** Timeouts of the gazetteer, in milliseconds. */
interface GazetteerTimes {
  /** A query that is not answered by then returns null. */
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
 * after some idle minutes, starts again on demand, and never keeps the process alive.
 */
export function makeGazetteer(times: GazetteerTimes = { answer: 10_000, idle: 30 * 60_000 }): Gazetteer {
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;
  let closed = false;
  const waiting = new Map<number, (place: Place | null) => void>();
  held.watch(() => waiting.size);

  async function stop(): Promise<void> {
    clearTimeout(idle);
    const stopped = worker;
    worker = undefined;
    for (const answer of waiting.values()) answer(null);
    await stopped?.terminate();
  }

  function start(): Worker {
    const started = new Worker(new URL('./gazetteer-worker.js', import.meta.url), {
      name: 'gazetteer',
      resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 4 },
    });
    started.unref();
    started.on('message', ({ id, place }: Answer) => waiting.get(id)?.(place));
    // When the worker fails or ends, waiting queries return null, and the next query starts a new one.
    const ended = () => {
      if (worker === started) void stop();
    };
    started.on('error', ended);
    started.on('exit', ended);
    return started;
  }

  async function query(about: Question['about']): Promise<Place | null> {
    if (closed || waiting.size >= held.limit) return null;
    const current = (worker ??= start());
    const id = ++lastId;
    clearTimeout(idle);
    const { promise, resolve } = Promise.withResolvers<Place | null>();
    const late = setTimeout(resolve, times.answer, null);
    waiting.set(id, resolve);
    // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
    current.postMessage({ id, about } satisfies Question);
    try {
      return await promise;
    } finally {
      clearTimeout(late);
      waiting.delete(id);
      if (waiting.size === 0 && worker) {
        clearTimeout(idle);
        idle = setTimeout(() => void stop(), times.idle).unref();
      }
    }
  }

  return {
    async find(name) {
      return mayBePlace(name) ? query({ name }) : null;
    },
    async nearest(latitude, longitude) {
      return isPlaceOnEarth(latitude, longitude) ? query({ latitude, longitude }) : null;
    },
    async close() {
      closed = true;
      await stop();
    },
  };
}
