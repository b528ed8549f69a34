import type { Shares } from '@runners/limits';

/** A collection that a process stores for its callers, and its limit (docs/bounds.md). */
interface Bounded {
  /** The value of the label `what` of its gauges, in snake case. */
  name: string;
  /** The content of the collection, such as `open connections to the database`. */
  holds: string;
  /** The largest size. It is a text if a setting or another bound determines it. */
  limit: number | string;
  /** The unit of the size, such as bytes or keys. */
  unit: string;
  /**
   * The part that one person, one address and one network of addresses may have. Where none has a part of its own, it is a
   * sentence that says why nobody can harm others by filling it.
   */
  share: Shares | string;
  /** A sentence that describes what happens when the limit is reached. */
  beyond: string;
}

/** A declared bound. */
export interface Bound<
  Limit extends number | string = number | string,
  Share extends Shares | string = Shares | string,
> extends Bounded {
  readonly limit: Limit;
  readonly share: Share;
  /** The file that declares it, as a path from the root of the repository. */
  readonly file: string;
  /** Adds a function that returns the current size of one collection. The gauge is the sum over all collections. */
  watch(read: () => number): void;
}

/** The bounds of all loaded modules, in the order of their declaration. */
const declared: (Bound & { kept: (() => number)[] })[] = [];

/**
 * Declares a bound, once for each kind of collection and at the top of its module. The code uses the limit of the returned
 * object. Each declared bound is listed in docs/bounds.md (`npm run docs`) and has a gauge.
 * @param url the URL of the module (`import.meta.url`)
 */
export function declareBound<Limit extends number | string, Share extends Shares | string>(
  url: string,
  bounded: Bounded & { limit: Limit; share: Share },
): Bound<Limit, Share> {
  const file = url.replace(/^.*\/dist\//, '').replace(/\.js$/, '.ts');
  if (declared.some(({ name }) => name === bounded.name)) throw new Error(`two bounds have the name ${bounded.name}`);
  const bound = {
    ...bounded,
    file,
    kept: [] as (() => number)[],
    watch(read: () => number) {
      // A process creates each collection once or twice. Only tests start many services in one process.
      if (bound.kept.push(read) > 12) bound.kept.shift();
    },
  };
  declared.push(bound);
  return bound;
}

/** Returns all declared bounds, sorted by file. */
export function allBounds(): readonly Bound[] {
  return declared.toSorted((one, other) => (one.file < other.file ? -1 : one.file > other.file ? 1 : 0));
}

/** The current sizes of all collections, by name. */
function heldNow(): Record<string, number> {
  return Object.fromEntries(declared.map(({ name, kept }) => [name, kept.reduce((sum, read) => sum + read(), 0)]));
}

/** The numeric limits, by name. Two collections of one kind have twice the limit. */
function heldAtMost(): Record<string, number> {
  return Object.fromEntries(
    declared.flatMap(({ name, limit, kept }) => (typeof limit === 'number' ? [[name, limit * kept.length]] : [])),
  );
}

/** The gauges of all bounds, with one series for each bound. */
export const boundGauges = [
  {
    name: 'runners_held',
    help: 'Current size of each collection with a limit (docs/bounds.md).',
    type: 'gauge',
    label: 'what',
    read: heldNow,
  },
  {
    name: 'runners_held_limit',
    help: 'Largest size of each collection whose limit is a number.',
    type: 'gauge',
    label: 'what',
    read: heldAtMost,
  },
] as const;
