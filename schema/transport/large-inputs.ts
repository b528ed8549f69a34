import { getNamedType, isInputObjectType, isScalarType } from 'graphql';
import type { GraphQLSchema } from 'graphql';

/**
 * The input types through which an operation takes a track, a GPX file or a picture, each with the fields that lead to it and
 * the names of their types. Only such operations may be sent in a large request.
 */
export type LargeInputs = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Finds these types in the schema. Large scalars are marked in their `extensions`. */
export function largeInputsOf(schema: GraphQLSchema): LargeInputs {
  const all = Object.values(schema.getTypeMap());
  const large = new Map<string, Record<string, string>>(
    all.filter((type) => isScalarType(type) && type.extensions['large'] === true).map(({ name }) => [name, {}]),
  );
  // Types that contain them indirectly are found in further rounds.
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
