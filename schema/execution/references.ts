import { GraphQLObjectType, isAbstractType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { Failure } from '../../src/errors.ts';
import { globalId } from '../global-id.ts';
import type { NodeType } from '../global-id.ts';

/** A row, or a reference to one: `{ id }`. */
type Reference = { id: number } & Record<string, unknown>;

/** Defines both ids of every node by the `id` of its row, and resolves abstract types by the `__typename` of the row. */
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
 * Lets resolvers return `{ id }` for a type whose row may not be needed. Missing fields are loaded in one batch for each tick.
 * REST pages select the ids of many objects and none of their other fields.
 * @param only the fields that can be missing; default: all without a resolver of their own
 */
export function loadMissing(
  schema: GraphQLSchema,
  typeName: NodeType,
  load: (context: Context, id: number) => Promise<object | null>,
  only?: readonly string[],
): void {
  const type = schema.getType(typeName);
  if (!(type instanceof GraphQLObjectType)) throw new Error(`the schema has no object type ${typeName}`);
  for (const field of Object.values(type.getFields())) {
    if (only ? !only.includes(field.name) : field.resolve) continue;
    const { name } = field;
    field.resolve = (row: Reference, _args, context: Context) => {
      const present = row[name];
      if (present !== undefined) return present;
      return load(context, row.id).then((found) => {
        // The object was deleted since the reference was read, or the viewer may not see it. This is not an internal error.
        if (!found) throw new Failure('NOT_FOUND');
        return (found as Reference)[name];
      });
    };
  }
}
