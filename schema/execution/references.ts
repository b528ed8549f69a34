import { GraphQLObjectType, isAbstractType } from 'graphql';
import type { GraphQLFieldResolver, GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { isPart, partIdOf } from '../../src/domain/people/part-ids.ts';
import { typeOfExtra } from '../feed/post-extra.type.ts';
import { globalId, nodeTypes } from '../global-id.ts';
import type { NodeType } from '../global-id.ts';
import { needRow, sources } from '../rows.ts';
import { returning } from '@runners/graphql';

/** A row, or a reference to one: `{ id }`. */
type Reference = { id: number } & Record<string, unknown>;

type Resolver = GraphQLFieldResolver<Reference, Context>;

/** Gives the fields of rows the resolvers that every type has. */
export function resolveRows(schema: GraphQLSchema): void {
  identify(schema);
  loadMissing(schema);
}

/** Defines both ids of every node by the `id` of its row, and resolves abstract types by the `__typename` of the row. */
function identify(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    if (isAbstractType(type))
      type.resolveType = type.name === 'PostExtra' ? typeOfExtra : (row: { __typename: string }) => row.__typename;
    if (!(type instanceof GraphQLObjectType)) continue;
    // Rows are plain objects, not instances of the classes that describe them.
    type.isTypeOf = undefined;
    if (!type.getInterfaces().some(({ name }) => name === 'Node')) continue;
    const { id, databaseId } = type.getFields();
    const { name } = type;
    if (isPart(name)) {
      if (id)
        id.resolve = async (row: Reference, _args, context: Context) =>
          globalId(name, await partIdOf(context, name, row.id));
      if (databaseId) databaseId.resolve = (row: Reference, _args, context: Context) => partIdOf(context, name, row.id);
      continue;
    }
    if (id) id.resolve = (row: Reference) => globalId(name as NodeType, row.id);
    if (databaseId) databaseId.resolve = returning('id', (row: Reference) => row.id);
  }
}

/**
 * Lets resolvers return `{ id }` for a type whose row may not be needed. Missing fields are loaded in one batch for each tick.
 * REST pages select the ids of many objects and none of their other fields. `sources` has the fields that can be missing;
 * `any` stands for all fields without a resolver of their own.
 */
function loadMissing(schema: GraphQLSchema): void {
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

function presentOrLoaded(type: NodeType, field: string): Resolver {
  return returning(field, (row, _args, context) => {
    const present = row[field];
    if (present !== undefined) return present;
    return needRow(context, type, row.id).then((found: object) => (found as Reference)[field]);
  });
}
