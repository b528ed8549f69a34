import {
  getNamedType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isIntrospectionType,
  isObjectType,
} from 'graphql';
import { isSpecifiedScalarType } from 'graphql';
import type { GraphQLInputType, GraphQLNamedType, GraphQLOutputType, GraphQLSchema } from 'graphql';

/** Something that has a name in the schema. */
export interface Place {
  kind: 'type' | 'field' | 'argument' | 'input field' | 'enum value';
  name: string;
  /** Its coordinate, such as `Query.feed(first:)`. */
  at: string;
  line: number;
  /** The type to which it belongs; of a type, that type. */
  parent: GraphQLNamedType;
  /** The type of its values; of a type, that type. */
  type: GraphQLInputType | GraphQLOutputType;
  hasDefault: boolean;
  description: string;
  /** The reason of its deprecation. */
  deprecation: string | null;
  /** The names of the fields, arguments or values that stand beside it. */
  siblings: string[];
}

/** What GraphQL knows of each of them. */
interface Defined {
  description?: string | null | undefined;
  deprecationReason?: string | null | undefined;
  defaultValue?: unknown;
  astNode?: { loc?: { startToken: { line: number } } | undefined } | null | undefined;
}

/** All named places of a schema that was built from a text. */
export function placesOf(schema: GraphQLSchema): Place[] {
  const places: Place[] = [];
  for (const parent of Object.values(schema.getTypeMap())) {
    if (isIntrospectionType(parent) || isSpecifiedScalarType(parent)) continue;
    const add = (
      kind: Place['kind'],
      names: [name: string, at: string],
      of: Defined,
      type: Place['type'],
      siblings: string[],
    ) =>
      places.push({
        kind,
        name: names[0],
        at: names[1],
        line: of.astNode?.loc?.startToken.line ?? 0,
        parent,
        type,
        hasDefault: of.defaultValue !== undefined,
        description: of.description ?? '',
        deprecation: of.deprecationReason ?? null,
        siblings,
      });
    add('type', [parent.name, parent.name], parent, parent, []);
    if (isEnumType(parent)) {
      const values = parent.getValues();
      for (const value of values)
        add('enum value', [value.name, `${parent.name}.${value.name}`], value, parent, namesOf(values));
    }
    if (isInputObjectType(parent)) {
      const fields = Object.values(parent.getFields());
      for (const field of fields)
        add('input field', [field.name, `${parent.name}.${field.name}`], field, field.type, namesOf(fields));
    }
    if (!isObjectType(parent) && !isInterfaceType(parent)) continue;
    const fields = Object.values(parent.getFields());
    for (const field of fields) {
      const at = `${parent.name}.${field.name}`;
      add('field', [field.name, at], field, field.type, namesOf(fields));
      for (const argument of field.args)
        add('argument', [argument.name, `${at}(${argument.name}:)`], argument, argument.type, namesOf(field.args));
    }
  }
  return places;
}

const namesOf = (things: readonly { name: string }[]): string[] => things.map(({ name }) => name);

/** The name of the type of a place's values, without lists and `!`. */
export const namedType = ({ type }: Place): string => getNamedType(type).name;
