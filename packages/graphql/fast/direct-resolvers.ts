import { getNullableType, isLeafType, isObjectType } from 'graphql';
import type { GraphQLField, GraphQLFieldResolver, GraphQLObjectType, GraphQLSchema } from 'graphql';

type Method = (...values: unknown[]) => unknown;

/** A parameter of a method, as TypeGraphQL stores it. */
interface Parameter {
  kind: string;
  index: number;
  /** The argument of the field, for the kind `arg`. */
  name?: string;
  propertyName?: string;
}

/** The metadata that TypeGraphQL stores for a method. */
interface MethodMetadata {
  target: new () => Record<string, Method>;
  methodName: string;
  schemaName: string;
  middlewares: unknown[];
  roles?: unknown;
  params: Parameter[];
}

/** Calls the method of a field of rows directly. */
interface FieldMetadata extends MethodMetadata {
  kind: 'internal' | 'external';
  getObjectType?: () => { name: string };
}

/** Where TypeGraphQL stores it. */
interface Stored {
  TypeGraphQLMetadataStorage: {
    fieldResolvers: FieldMetadata[];
    queries: MethodMetadata[];
    mutations: MethodMetadata[];
  };
}

/**
 * Calls the methods of resolvers directly. TypeGraphQL collects their parameters again for each call, and copies arguments and
 * inputs into instances of the classes that describe them, which takes ten times as long as most of the methods. Here, these
 * classes only describe them, and have neither methods nor initial values.
 */
export function callDirectly(schema: GraphQLSchema): void {
  const { TypeGraphQLMetadataStorage: storage } = globalThis as unknown as Stored;
  const instances = new Map<unknown, Record<string, Method>>();
  const call = (type: GraphQLObjectType, metadata: MethodMetadata) => {
    const { target, methodName, schemaName, middlewares, roles, params } = metadata;
    const field = type.getFields()[schemaName];
    if (!field || middlewares.length > 0 || roles) return;
    const instance = instances.get(target) ?? new target();
    instances.set(target, instance);
    const method = instance[methodName]?.bind(instance);
    const resolve = method && resolverOf(method, params, field);
    if (resolve) field.resolve = resolve;
  };
  for (const metadata of storage.fieldResolvers) {
    const type = schema.getType(metadata.getObjectType?.().name ?? '');
    if (metadata.kind === 'external' && isObjectType(type)) call(type, metadata);
  }
  for (const metadata of storage.queries) call(schema.getQueryType() as GraphQLObjectType, metadata);
  for (const metadata of storage.mutations) call(schema.getMutationType() as GraphQLObjectType, metadata);
}

/** The resolver that calls a method with these parameters. Undefined for parameters that no method here has. */
function resolverOf(
  method: Method,
  params: Parameter[],
  { args }: GraphQLField<unknown, unknown>,
): GraphQLFieldResolver<unknown, unknown> | undefined {
  const sorted = [...params].sort((one, other) => one.index - other.index);
  if (sorted.some(({ index, propertyName }, at) => index !== at || propertyName !== undefined)) return undefined;
  const [{ name = '' } = {}] = sorted;
  switch (sorted.map(({ kind }) => kind).join()) {
    case 'root':
      return (row) => method(row);
    case 'root,context':
      return (row, _args, context) => method(row, context);
    case 'root,args,context':
      // The arguments of fields of rows are not coerced for each row, so the method must not be able to change them.
      return args.every(({ type }) => isLeafType(getNullableType(type)))
        ? (row, given, context) => method(row, given, context)
        : undefined;
    case 'context':
      return (_root, _args, context) => method(context);
    case 'context,info':
      return (_root, _args, context, info) => method(context, info);
    case 'args,context':
      return (_root, given, context) => method(given, context);
    case 'args,context,info':
      return (_root, given, context, info) => method(given, context, info);
    case 'arg,context':
      return (_root, given: Record<string, unknown>, context) => method(given[name], context);
    default:
      return undefined;
  }
}
