import { GraphQLObjectType, isAbstractType } from 'graphql';
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { globalId, nodeTypes } from '../global-id.ts';
import type { NodeType } from '../global-id.ts';
import { needRow, sources } from '../rows.ts';

/** A row, or a bare reference to one: `{ id }`. */
type Reference = { id: number } & Record<string, unknown>;

/** Gives every node its two ids, both made from the row's `id`; abstract types ask the row for its `__typename`. */
export function identify(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type)) type.resolveType = (row: { __typename: string }) => row.__typename;
    if (!(type instanceof GraphQLObjectType)) continue;
    // Rows are plain objects, not instances of the classes that describe them.
    type.isTypeOf = undefined;
    if (!type.getInterfaces().some(({ name }) => name === 'Node')) continue;
    const { id, databaseId } = type.getFields();
    if (id) id.resolve = (row: Reference) => globalId(type.name as NodeType, row.id);
    if (databaseId) databaseId.resolve = (row: Reference) => row.id;
  }
}

/**
 * Lets resolvers return `{ id }` for a type whose row may not be needed: fields that a row lacks are loaded, in one
 * batch for all of a tick. REST pages ask for the ids of many things and for nothing else of them.
 */
export function loadMissing(schema: GraphQLSchema): void {
  for (const typeName of nodeTypes) {
    const type = schema.getType(typeName);
    if (!(type instanceof GraphQLObjectType)) throw new Error(`the schema has no object type ${typeName}`);
    const missing: 'any' | readonly string[] = sources[typeName].missing;
    for (const field of Object.values(type.getFields())) {
      const mayMiss = missing === 'any' ? !field.resolve : missing.includes(field.name);
      if (mayMiss) field.resolve = presentOrLoaded(typeName, field.name);
    }
  }
}

function presentOrLoaded(type: NodeType, field: string): GraphQLFieldResolver<Reference, Context> {
  return (row, _args, context) => {
    const present = row[field];
    if (present !== undefined) return present;
    return needRow(context, type, row.id).then((found: object) => (found as Reference)[field]);
  };
}
