import { getNamedType, isAbstractType, isCompositeType, isLeafType, isObjectType, isRequiredArgument } from 'graphql';
import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import { nodeTypes } from '../../schema/global-id.ts';
import { makeSchema } from '../../schema/index.ts';
import type { Mapping } from './client.ts';

/** A document with its variables. */
type Asked = [document: string, variables: Mapping];

export const schema = makeSchema();

/** All fields of a type down to a depth: leaves of the last level only. Pages are read by `nodes`, and are small. */
export function everything(type: GraphQLCompositeType, depth: number): string {
  if (isAbstractType(type))
    return `__typename ${schema
      .getPossibleTypes(type)
      .map((each) => `... on ${each.name} { ${everything(each, depth)} }`)
      .join(' ')}`;
  if (!isObjectType(type)) return '__typename';
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    if (isLeafType(named)) return ['gpx', 'track'].includes(field.name) ? [] : [field.name];
    if (depth === 0 || ['edges', 'pageInfo'].includes(field.name) || !isCompositeType(named)) return [];
    const isPage = named.name.endsWith('Connection');
    const inner = everything(named, isPage ? depth : depth - 1);
    return [`${field.name}${isPage ? '(first: 5)' : ''} { ${inner} }`];
  });
  return ['__typename', ...parts].join(' ');
}

/**
 * Documents that read everything that the schema lets one reach: every root field, two levels deep below its items. They
 * are made from the schema, so a field that is added is read the same day.
 * @param argumentsOf by root field, in every combination that reads something else; a field that needs some must be there
 */
export function everyRoot(argumentsOf: Record<string, string[]>): Asked[] {
  const roots = Object.values(schema.getQueryType()?.getFields() ?? {}).filter(({ name }) => !/^nodes?$/.test(name));
  return roots.flatMap((field): Asked[] => {
    const named = getNamedType(field.type);
    const isPage = named.name.endsWith('Connection');
    const ways = argumentsOf[field.name];
    if (!ways && field.args.some(isRequiredArgument)) throw new Error(`Query.${field.name} needs arguments`);
    return (ways ?? ['']).map((args) => {
      const given = [args, isPage ? 'first: 10' : ''].filter(Boolean).join(', ');
      const parts = isCompositeType(named) ? `{ ${everything(named, isPage ? 3 : 2)} }` : '';
      return [`{ ${field.name}${given && `(${given})`} ${parts} }`, {}];
    });
  });
}

/** Documents that read things by their global ids, one for each type. */
export function everyNode(ids: string[]): Asked[] {
  return nodeTypes.map((type): Asked => {
    const own = ids.filter((id) => Buffer.from(id, 'base64url').toString().startsWith(`${type}:`));
    const parts = everything(schema.getType(type) as GraphQLObjectType, 1);
    return [`query ($ids: [ID!]!) { nodes(ids: $ids) { ... on ${type} { ${parts} } } }`, { ids: own }];
  });
}
