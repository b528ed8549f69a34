import {
  GraphQLInterfaceType,
  GraphQLList,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLUnionType,
  isInterfaceType,
  isListType,
  isNonNullType,
  isObjectType,
  isUnionType,
} from 'graphql';
import type { GraphQLFieldConfig, GraphQLFieldResolver, GraphQLNamedType, GraphQLOutputType } from 'graphql';

type Field = GraphQLFieldConfig<unknown, unknown>;
type Resolve = GraphQLFieldResolver<unknown, unknown>;

const made = new WeakMap<GraphQLSchema, GraphQLSchema>();

/**
 * A copy of the schema in which no position of an answer is non-null, with which graphql-js, which knows no `onError`, leaves null at the
 * position of an error. A null that the resolver of a non-null field returns is an error as before.
 */
export function withoutPropagation(schema: GraphQLSchema): GraphQLSchema {
  let nullable = made.get(schema);
  if (!nullable) made.set(schema, (nullable = nullableTwin(schema)));
  return nullable;
}

function nullableTwin(schema: GraphQLSchema): GraphQLSchema {
  const twins = new Map<GraphQLNamedType, GraphQLNamedType>();
  const twinOf = <Type extends GraphQLNamedType>(type: Type): Type => {
    if (!twins.has(type)) twins.set(type, makeTwin(type));
    return twins.get(type) as Type;
  };
  const nullable = (type: GraphQLOutputType): GraphQLOutputType => {
    if (isNonNullType(type)) return nullable(type.ofType);
    return isListType(type) ? new GraphQLList(nullable(type.ofType)) : twinOf(type);
  };
  const fieldsOf = (type: GraphQLObjectType | GraphQLInterfaceType) => (): Record<string, Field> =>
    Object.fromEntries(
      Object.entries(type.toConfig().fields).map(([name, field]) => [
        name,
        { ...field, type: nullable(field.type), resolve: checked(type.name, name, field) },
      ]),
    );
  const makeTwin = (type: GraphQLNamedType): GraphQLNamedType => {
    if (isUnionType(type))
      return new GraphQLUnionType({ ...type.toConfig(), types: () => type.getTypes().map(twinOf) });
    if (!isObjectType(type) && !isInterfaceType(type)) return type;
    const parts = { fields: fieldsOf(type), interfaces: () => type.getInterfaces().map(twinOf) };
    return isObjectType(type)
      ? new GraphQLObjectType({ ...type.toConfig(), ...parts })
      : new GraphQLInterfaceType({ ...type.toConfig(), ...parts });
  };
  const { query, mutation, subscription, types, ...rest } = schema.toConfig();
  const root = (type: typeof query) => (type ? twinOf(type) : type);
  const roots = { query: root(query), mutation: root(mutation), subscription: root(subscription) };
  // Those of introspection are the same in all schemas.
  const own = types.filter(({ name }) => !name.startsWith('__'));
  return new GraphQLSchema({ ...rest, ...roots, types: own.map(twinOf), assumeValid: true });
}

/** The resolver of a field, which throws for a null that the type of the field forbids, and has an error in place of an item. */
function checked(parent: string, name: string, { type, resolve }: Field): Resolve {
  const missing = () => new Error(`Cannot return null for non-nullable field ${parent}.${name}.`);
  const check = (value: unknown, of: GraphQLOutputType): unknown => {
    if (isNonNullType(of)) {
      if (value === null || value === undefined) return missing();
      return check(value, of.ofType);
    }
    if (!isListType(of) || typeof value !== 'object' || value === null || !(Symbol.iterator in value)) return value;
    return [...(value as Iterable<unknown>)].map((item) =>
      item instanceof Promise ? item.then((late: unknown) => check(late, of.ofType)) : check(item, of.ofType),
    );
  };
  const read: Resolve = resolve ?? ((row) => (row as Record<string, unknown>)[name]);
  const resolved: Resolve = async (...given) => check(await read(...given), type);
  return resolved;
}
