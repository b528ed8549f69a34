import { GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { GraphQLField } from 'graphql';
import { rulesOf } from './root-field.ts';

/** Whether a root field refuses everybody but the staff. */
const isForStaff = (field: GraphQLField<unknown, unknown>) => rulesOf(field).codes?.includes('NOT_STAFF') === true;

/**
 * The schema that clients other than those of the staff download: without the root fields that refuse everybody else, and without what
 * only these reach. Whoever generates code from it has no types that its users cannot use.
 */
export function schemaForOthers(schema: GraphQLSchema): GraphQLSchema {
  const { query, mutation, ...rest } = schema.toConfig();
  const rootsFor = (staff: boolean) => ({
    query: part(query, staff),
    mutation: part(mutation, staff),
    assumeValid: true,
  });
  const ofStaff = new GraphQLSchema(rootsFor(true));
  const ofOthers = new GraphQLSchema({ ...rootsFor(false), subscription: rest.subscription });
  const types = rest.types.filter(
    ({ name }) => ofOthers.getType(name) === schema.getType(name) || !ofStaff.getType(name),
  );
  return new GraphQLSchema({ ...rest, ...rootsFor(false), types });
}

/** A root type with those of its fields that are for staff, or with all others. */
function part(type: GraphQLObjectType | null | undefined, staff: boolean): GraphQLObjectType | null {
  if (!type) return null;
  const { fields, ...config } = type.toConfig();
  const kept = Object.entries(fields).filter(([name]) => isForStaff(type.getFields()[name]!) === staff);
  return new GraphQLObjectType({ ...config, fields: Object.fromEntries(kept) });
}
