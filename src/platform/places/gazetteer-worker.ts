import { makeSearch } from './gazetteer-search.ts';
import type { Place } from './places.ts';

/** What is asked of the worker of `gazetteer.ts`. */
export type Question = { name: string } | { latitude: number; longitude: number };

const search = makeSearch();

/** Answers a question, as Piscina calls it. */
export default function answer(about: Question): Place | null {
  return 'name' in about ? search.find(about.name) : search.nearest(about.latitude, about.longitude);
}
