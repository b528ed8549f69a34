import {
  GraphQLObjectType,
  GraphQLSchema,
  isAbstractType,
  isInputObjectType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { GraphQLField, GraphQLNamedType, GraphQLType } from 'graphql';
import { rulesOf } from './root-field.ts';

/** Whether a root field refuses everybody but the staff. */
const isForStaff = (field: GraphQLField<unknown, unknown>) => rulesOf(field).codes?.includes('NOT_STAFF') ?? false;

/**
 * The schema that clients other than those of the staff download: without the root fields that refuse everybody else, and without what
 * only these reach. Whoever generates code from it has no types that its users cannot use (decisions D535).
 */
export function schemaForOthers(schema: GraphQLSchema): GraphQLSchema {
  const withoutStaff = (type: GraphQLObjectType | null | undefined) => {
    if (!type) return type;
    const config = type.toConfig();
    const kept = Object.entries(type.getFields()).filter(([, field]) => !isForStaff(field));
    return new GraphQLObjectType({
      ...config,
      fields: Object.fromEntries(kept.map(([name]) => [name, config.fields[name]!])),
    });
  };
  const { query, mutation, ...rest } = schema.toConfig();
  const staffAlone = difference(
    reachable(schema, [query, mutation]),
    reachable(schema, [query, mutation].map(withoutStaff)),
  );
  const types = rest.types.filter((type) => type !== query && type !== mutation && !staffAlone.has(type));
  return new GraphQLSchema({
    ...rest,
    query: withoutStaff(query),
    mutation: withoutStaff(mutation),
    types,
    assumeValid: true,
  });
}

/** The types that can be reached from others, without those that only an interface has as its own. */
function reachable(
  schema: GraphQLSchema,
  roots: readonly (GraphQLObjectType | null | undefined)[],
): Set<GraphQLNamedType> {
  const found = new Set<GraphQLNamedType>();
  const visit = (type: GraphQLType): void => {
    if (isNonNullType(type) || isListType(type)) return visit(type.ofType);
    if (found.has(type)) return;
    found.add(type);
    if (isAbstractType(type)) schema.getPossibleTypes(type).forEach(visit);
    if ('getInterfaces' in type) type.getInterfaces().forEach(visit);
    if (isInputObjectType(type)) Object.values(type.getFields()).forEach((field) => visit(field.type));
    else if ('getFields' in type)
      for (const field of Object.values(type.getFields())) {
        visit(field.type);
        field.args.forEach((argument) => visit(argument.type));
      }
  };
  for (const root of roots) if (root) visit(root);
  return found;
}

const difference = <Item>(one: ReadonlySet<Item>, other: ReadonlySet<Item>) =>
  new Set([...one].filter((item) => !other.has(item)));
