import { getNamedType, isEnumType, isInputObjectType } from 'graphql';
import type { GraphQLInputType, GraphQLNamedInputType, GraphQLSchema } from 'graphql';
import { elementOf } from './elements.ts';
import type { Element } from './elements.ts';

/** Finds the elements of the schema that a value of a variable uses. Values that are not valid use none. */
export type ReadValue = (value: unknown, found: Set<Element>) => void;

/** The readers of each type. A schema has its own types. */
const readers = new WeakMap<GraphQLNamedInputType, ReadValue | null>();

/** Returns what finds the values of enums and the fields of inputs in values of a type; null if it has none. */
export function readerOf(schema: GraphQLSchema, type: GraphQLInputType): ReadValue | null {
  const named = getNamedType(type);
  let read = readers.get(named);
  if (read === undefined) readers.set(named, (read = makeReader(schema, named)));
  return read;
}

function makeReader(schema: GraphQLSchema, named: GraphQLNamedInputType): ReadValue | null {
  if (isEnumType(named)) {
    const values = new Map(
      named.getValues().map(({ name }) => [name, elementOf(schema, 'value', `${named.name}.${name}`)]),
    );
    return ofItems((value, found) => {
      const element = values.get(value as string);
      if (element) found.add(element);
    });
  }
  if (!isInputObjectType(named)) return null;
  const fields = new Map(
    Object.values(named.getFields()).map(({ name, type }) => [
      name,
      { element: elementOf(schema, 'input', `${named.name}.${name}`), type },
    ]),
  );
  return ofItems((value, found) => {
    if (typeof value !== 'object') return;
    for (const [name, inner] of Object.entries(value as object)) {
      const field = fields.get(name);
      if (!field || inner === undefined) continue;
      found.add(field.element);
      // An input may contain itself, so the reader of a field is found when it is needed.
      if (inner !== null) readerOf(schema, field.type)?.(inner, found);
    }
  });
}

/** Reads a list, however deep, of values that are not null. */
function ofItems(read: ReadValue): ReadValue {
  const readAny: ReadValue = (value, found) => {
    if (Array.isArray(value)) for (const item of value as unknown[]) readAny(item, found);
    else if (value !== null && value !== undefined) read(value, found);
  };
  return readAny;
}
