import { getNullableType, isLeafType, isObjectType } from 'graphql';
import type { GraphQLSchema } from 'graphql';
import type { Context } from '../../src/domain/context.ts';

/** The metadata that TypeGraphQL stores for a field resolver. */
interface FieldResolverMetadata {
  kind: 'internal' | 'external';
  target: new () => Record<string, (...values: unknown[]) => unknown>;
  methodName: string;
  schemaName: string;
  getObjectType?: () => { name: string };
  middlewares: unknown[];
  roles?: unknown;
  params: { kind: string; index: number; propertyName?: string }[];
}

const { TypeGraphQLMetadataStorage: storage } = globalThis as unknown as {
  TypeGraphQLMetadataStorage: { fieldResolvers: FieldResolverMetadata[] };
};

/**
 * Calls the resolvers of fields of rows directly. TypeGraphQL collects their parameters again for each field of each row,
 * which takes ten times as long as most of the resolvers.
 */
export function callDirectly(schema: GraphQLSchema): void {
  const instances = new Map<unknown, InstanceType<FieldResolverMetadata['target']>>();
  for (const {
    kind,
    target,
    methodName,
    schemaName,
    getObjectType,
    middlewares,
    roles,
    params,
  } of storage.fieldResolvers) {
    const type = schema.getType(getObjectType?.().name ?? '');
    if (kind !== 'external' || !isObjectType(type) || middlewares.length > 0 || roles) continue;
    const places = [...params].sort((one, other) => one.index - other.index);
    if (places.some((place, at) => place.index !== at || place.propertyName !== undefined)) continue;
    const kinds = places.map((place) => place.kind).join();
    const instance = instances.get(target) ?? new target();
    instances.set(target, instance);
    const field = type.getFields()[schemaName];
    const method = instance[methodName]?.bind(instance);
    if (!field || !method) continue;
    if (kinds === 'root') field.resolve = (row) => method(row);
    if (kinds === 'root,context') field.resolve = (row, _args, context: Context) => method(row, context);
    // Classes of arguments only describe them here: arguments that are not input objects are passed as they are.
    if (kinds === 'root,args,context' && field.args.every(({ type }) => isLeafType(getNullableType(type))))
      field.resolve = (row, args, context: Context) => method(row, args, context);
  }
}
