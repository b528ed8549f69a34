import { parentPort } from 'node:worker_threads';
import { makeSearch } from './gazetteer-search.ts';
import type { Place } from './places.ts';

/** A request of `gazetteer.ts` to its worker. */
export interface Question {
  id: number;
  about: { name: string } | { latitude: number; longitude: number };
}

/** A response of the worker. */
export interface Answer {
  id: number;
  place: Place | null;
}

const search = makeSearch();

parentPort?.on('message', ({ id, about }: Question) => {
  const place = 'name' in about ? search.find(about.name) : search.nearest(about.latitude, about.longitude);
  // eslint-disable-next-line unicorn/require-post-message-target-origin -- a thread, not a window
  parentPort?.postMessage({ id, place } satisfies Answer);
});
