import { Extensions } from 'type-graphql';
import { measuredCosts } from './execution/measured-costs.ts';
import { numberOf } from '@runners/graphql';
import type { Extent, Quantity } from '@runners/graphql';

/**
 * Milliseconds of the process and its database together for which a point stands: a field of a row takes a tenth of that, a statement
 * some 20 times as much.
 */
const millisecondsAPoint = 0.05;

type Arguments = Readonly<Record<string, unknown>>;

/** The number of values of a stream, and of points of a track, that cost a point. */
const valuesAPoint = 50;

/** How many points so many values cost. */
export function unitsOf(values: number): number {
  return Math.ceil(values / valuesAPoint);
}

/**
 * What a measured time comes to, rounded up to two digits (`npx runners calibrate` writes `schema/execution/measured-costs.ts`).
 * @param least the least price, where the measured time isn't all
 */
export function price(measured: keyof typeof measuredCosts, least = 1): number {
  const points = measuredCosts[measured] / millisecondsAPoint;
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, points))) - 1);
  return Math.max(least, Math.ceil(points / digit) * digit);
}

/** States what a field costs without its subfields, in points, and how much of it there is; without it, 1, and as much as its type tells. The cost of a root field stands in `@RootField`. */
export function Cost(cost: Quantity, extent?: Extent): ReturnType<typeof Extensions> {
  return Extensions({ cost, ...(extent && { extent }) });
}

/** What each mutation costs at least: a transaction waits for the disk, which is no CPU time. */
export const leastOfMutations = price('mutation', 100);

/** The fields of graphql-js itself. The schema is large: a document can select it a few times at most. */
const ofTheSchema: Readonly<Record<string, number>> = {
  __schema: price('__schema', 5000),
  __type: price('__type', 200),
};

interface Priced {
  name: string;
  extensions: Readonly<Record<string, unknown>>;
}

/** What a field states of its cost. */
export function statedCost({ name, extensions }: Priced): Quantity {
  return (extensions['cost'] as Quantity | undefined) ?? ofTheSchema[name] ?? 1;
}

/** The cost of a field without its subfields. @param args the coerced arguments @param type the type that has the field */
export function costOf(field: Priced, args: Arguments, type: string): number {
  const own = numberOf(statedCost(field), args);
  return type === 'Mutation' ? Math.max(own, leastOfMutations) : own;
}
