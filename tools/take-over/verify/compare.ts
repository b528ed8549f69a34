import { twoPlaces } from '../../../src/domain/rules/two-places.ts';
import type { Values } from '../load/kind.ts';

/** A value that differs. */
export interface Difference {
  field: string;
  expected: unknown;
  found: unknown;
}

/** Columns that are filled with something else where a bundle says nothing. */
const filled: ReadonlySet<string> = new Set([
  'created_date',
  'joined_date',
  'accepted_date',
  'privacy',
  'name',
  'user_goal_in_miles',
  'extra',
]);

/** Columns that are made anew for each row, or of others that are compared. */
const made: ReadonlySet<string> = new Set(['image_key', 'key', 'sensors', 'figures']);

/** Lists whose order means nothing. */
const unordered: ReadonlySet<string> = new Set(['keys', 'social', 'recipients', 'favorited_by']);

/** Compares what was loaded with what is read back: the values of all columns that are read. @param moments the columns that are moments */
export function differencesOf(expected: Values, found: Values, moments: ReadonlySet<string>): Difference[] {
  return Object.entries(found).flatMap(([field, value]) => {
    if ((!(field in expected) && field !== 'edges') || made.has(field)) return [];
    const wanted = field === 'edges' ? (isGiven(expected['accepted_date']) ? 2 : 0) : expected[field];
    if (!isGiven(wanted) && filled.has(field)) return [];
    return isSame(field, wanted, value, moments.has(field)) ? [] : [{ field, expected: wanted ?? null, found: value }];
  });
}

const isGiven = (value: unknown) => value !== null && value !== undefined && value !== '';

function isSame(field: string, expected: unknown, found: unknown, isMoment: boolean): boolean {
  if (!isGiven(expected) || !isGiven(found)) return !isGiven(expected) && !isGiven(found);
  if (Array.isArray(expected) && Array.isArray(found)) {
    const texts = (list: unknown[]) => list.map((one) => JSON.stringify(ordered(one)));
    const [one, other] = [texts(expected), texts(found)];
    if (unordered.has(field)) for (const list of [one, other]) list.sort();
    return one.length === other.length && one.every((text, i) => text === other[i]);
  }
  if (isMoment) return momentOf(expected) === momentOf(found);
  if (typeof found === 'number') return Number(expected) === found || twoPlaces(Number(expected)) === found;
  return JSON.stringify(ordered(expected)) === JSON.stringify(ordered(found));
}

/** A moment in milliseconds, also without a zone, in which both sides write those of events. */
function momentOf(value: unknown): number {
  const text = String(value);
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/.test(text) ? text : `${text.replace(' ', 'T')}Z`);
}

/** A value whose members are in the order of their names, without those that are null. */
function ordered(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return typeof value === 'number' ? String(value) : value;
  if (Array.isArray(value)) return value.map(ordered);
  const entries = Object.entries(value).filter(([, of]) => of !== null);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, of]) => [name, ordered(of)]));
}
