/** Something that a process holds for its callers, and how much of it at most (docs/bounds.md). */
interface Bounded {
  /** The value of the label `what` of its gauges: words joined by underscores. */
  name: string;
  /** What is held, in words: `keys that have signed in lately`. */
  holds: string;
  /** The most that is held; a sentence where a setting decides. */
  limit: number | string;
  /** What is counted: bytes, characters, entries. */
  unit: string;
  /** One sentence about what happens beyond the limit. */
  beyond: string;
}

/** A declared bound. */
export interface Bound<Limit extends number | string = number | string> extends Bounded {
  readonly limit: Limit;
  /** The file that holds it, from the root. */
  readonly file: string;
  /** Tells how to find out how much is held now. What was made later adds to what was made before. */
  watch(read: () => number): void;
}

/** All bounds, in the order of their declaration: those of the modules that are loaded. */
const declared: (Bound & { kept: (() => number)[] })[] = [];

/**
 * Declares a bound, once for each kind of thing and at the top of its module, where the code takes the limit from. Whatever is
 * declared is on the page docs/bounds.md (`npm run docs`) and has a gauge.
 * @param url of the module (`import.meta.url`)
 */
export function declareBound<Limit extends number | string>(
  url: string,
  bounded: Bounded & { limit: Limit },
): Bound<Limit> {
  const file = url.replace(/^.*\/dist\//, '').replace(/\.js$/, '.ts');
  if (declared.some(({ name }) => name === bounded.name)) throw new Error(`two bounds are called ${bounded.name}`);
  const bound = {
    ...bounded,
    file,
    kept: [] as (() => number)[],
    watch(read: () => number) {
      // A process makes each of them once or twice; only tests start one service after the other.
      if (bound.kept.push(read) > 32) bound.kept.shift();
    },
  };
  declared.push(bound);
  return bound;
}

/** All that is declared, by name. */
export function allBounds(): readonly Bound[] {
  return declared.toSorted((one, other) => (one.file < other.file ? -1 : one.file > other.file ? 1 : 0));
}

/** How much of everything this process holds now, by name: for gauges. */
function heldNow(): Record<string, number> {
  return Object.fromEntries(declared.map(({ name, kept }) => [name, kept.reduce((sum, read) => sum + read(), 0)]));
}

/** The limits that are numbers, by name: for gauges beside those of `heldNow`. Two caches of one kind hold twice as much. */
function heldAtMost(): Record<string, number> {
  return Object.fromEntries(
    declared.flatMap(({ name, limit, kept }) => (typeof limit === 'number' ? [[name, limit * kept.length]] : [])),
  );
}

/** The gauges of all bounds, one series for each by its name, in the form in which metrics are looked up. */
export const boundGauges = [
  {
    name: 'runners_held',
    help: 'What the process holds of each bounded thing (docs/bounds.md).',
    type: 'gauge',
    label: 'what',
    read: heldNow,
  },
  {
    name: 'runners_held_limit',
    help: 'The most that the process holds of each bounded thing, where that is a number.',
    type: 'gauge',
    label: 'what',
    read: heldAtMost,
  },
] as const;
