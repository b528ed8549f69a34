import type { GraphQLField } from 'graphql';
import type { Extent, Quantity } from './quantity.ts';

type AnyField = GraphQLField<unknown, unknown>;

/** What fields cost, in points. */
export interface Prices {
  /** What a field states of its cost without its subfields. */
  statedCost(field: AnyField): Quantity;
  /** The cost of a field without its subfields. @param args the coerced arguments @param type the type that has the field */
  costOf(field: AnyField, args: Readonly<Record<string, unknown>>, type: string): number;
  /** How much of a field is in an answer. */
  extentOf(field: AnyField, parent: { name: string }): Extent;
  /** The letters of another name in the answer that cost a point. */
  readonly lettersAPoint: number;
  /** The names of the lists of pages. */
  readonly lists: ReadonlySet<string>;
  /** How many units a value of the form `bulk` has. */
  unitsIn(value: object): number;
}
