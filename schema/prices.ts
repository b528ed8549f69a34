import { Extensions } from 'type-graphql';
import { measuredCosts } from './execution/measured-costs.ts';

/**
 * Milliseconds of the process and its database together for which a point stands: a field of a row takes a tenth of that, a statement
 * some 20 times as much.
 */
const millisecondsAPoint = 0.05;

type Arguments = Readonly<Record<string, unknown>>;

/** What a field costs without its subfields, in points; with a function, by its coerced arguments. */
export type FieldCost = number | ((args: Arguments) => number);

/**
 * What a measured time comes to, rounded up to two digits (`npx runners calibrate` writes `schema/execution/measured-costs.ts`).
 * @param least the least price, where the measured time isn't all
 */
export function price(measured: keyof typeof measuredCosts, least = 1): number {
  const points = measuredCosts[measured] / millisecondsAPoint;
  const digit = 10 ** Math.max(0, Math.floor(Math.log10(Math.max(1, points))) - 1);
  return Math.max(least, Math.ceil(points / digit) * digit);
}

/** States what a field of a type costs; without it, 1. That of a root field stands in `@RootField`. */
export function Cost(cost: FieldCost): ReturnType<typeof Extensions> {
  return Extensions({ cost });
}

/** What each mutation costs at least: a transaction waits for the disk, which is no CPU time. */
const mutation = price('mutation', 100);

/** The fields of graphql-js itself. The schema is large: a document can select it a few times at most. */
const ofTheSchema: Readonly<Record<string, number>> = {
  __schema: price('__schema', 5000),
  __type: price('__type', 200),
};

/** The cost of a field without its subfields. @param args the coerced arguments @param type the type that has the field */
export function costOf(
  { name, extensions }: { name: string; extensions: Readonly<Record<string, unknown>> },
  args: Arguments,
  type: string,
): number {
  const cost = (extensions['cost'] as FieldCost | undefined) ?? ofTheSchema[name] ?? 1;
  const own = typeof cost === 'function' ? cost(args) : cost;
  return type === 'Mutation' ? Math.max(own, mutation) : own;
}
