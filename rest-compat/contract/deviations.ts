import type { Deviation } from './deviation.ts';
import { deviationsOfContent } from './deviations-of-content.ts';
import { deviationsOfPeople } from './deviations-of-people.ts';

/**
 * All statements of the interface that are not held to the letter. `npm run docs` prints them to
 * `docs/contract/deviations.md`, and each row page names those of the row. `test/statements/deviations.ts` shows each at the
 * service, and everything else in `test/statements/` is held.
 */
export const deviations = { ...deviationsOfPeople, ...deviationsOfContent };

/** The name of a deviation, which is its heading in `docs/contract/deviations.md`. */
export type DeviationName = keyof typeof deviations;

/** The deviations that are about a row. */
export function deviationsOf(label: string): DeviationName[] {
  const all = Object.entries(deviations) as [DeviationName, Deviation][];
  return all.filter(([, { rows }]) => rows.includes(label)).map(([name]) => name);
}
