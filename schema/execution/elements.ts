import type { GraphQLSchema } from 'graphql';
import { coordinatesOf } from './retired-elements.ts';

/** How a document came: as a text, by its id or hash, or as that of a REST row. */
export type Via = 'text' | 'known' | 'rest';

/** An element of the schema that documents use: a field, an argument, a value of an enum, or a field of an input. */
export interface Element {
  /** Its coordinate: `Query.feed`, `Query.feed(type:)`, `FeedType.LOCAL`, `LikeInput.id`. */
  readonly name: string;
  /** Its own coordinate, and those of the interfaces that promise it, which switch it off as well. */
  readonly coordinates: readonly string[];
  /** The entries of the ledger for it. */
  readonly entries: Readonly<Record<Via, string>>;
}

/** The elements of each schema by their coordinates. */
const elements = new WeakMap<GraphQLSchema, Map<string, Element>>();

/** The element with a coordinate. @param kind as in the ledger */
export function elementOf(
  schema: GraphQLSchema,
  kind: 'field' | 'argument' | 'value' | 'input',
  name: string,
): Element {
  let known = elements.get(schema);
  if (!known) elements.set(schema, (known = new Map()));
  let element = known.get(name);
  if (!element) {
    const entry = (via: Via) => `${kind}\t${name}\t${via}`;
    const coordinates = coordinatesOf(schema, name);
    const entries = { text: entry('text'), known: entry('known'), rest: entry('rest') };
    known.set(name, (element = { name, coordinates, entries }));
  }
  return element;
}
