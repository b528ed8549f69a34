import { getNamedType, isInputObjectType, isScalarType } from 'graphql';
import type { GraphQLSchema } from 'graphql';

/**
 * The input types by which an operation takes a track, a GPX file or a picture: of each the fields that lead to one, and
 * the name of their type. Only such operations may come in a large request.
 */
export type LargeInputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Finds them in the schema: a scalar is large that says so in its `extensions`. */
export function largeInputsOf(schema: GraphQLSchema): LargeInputs {
  const all = Object.values(schema.getTypeMap());
  const large = new Map<string, Record<string, string>>(
    all.filter((type) => isScalarType(type) && type.extensions['large'] === true).map(({ name }) => [name, {}]),
  );
  // Types that hold types that hold them are found in further rounds.
  for (let known = -1; known < large.size;) {
    known = large.size;
    for (const type of all.filter(isInputObjectType)) {
      const fields = Object.values(type.getFields()).map(({ name, type }) => [name, getNamedType(type).name] as const);
      const leading = fields.filter(([, name]) => large.has(name));
      if (leading.length > 0) large.set(type.name, Object.fromEntries(leading));
    }
  }
  return Object.fromEntries(large);
}
