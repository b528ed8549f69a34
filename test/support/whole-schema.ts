import {
  getNamedType,
  isAbstractType,
  isCompositeType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  parse,
} from 'graphql';
import type { GraphQLCompositeType, GraphQLObjectType } from 'graphql';
import { makeCosts } from '../../schema/execution/costs.ts';
import { limits } from '../../schema/execution/limits.ts';
import { nodeTypes } from '../../schema/global-id.ts';
import { executableSchema } from '../../schema/index.ts';
import type { Mapping } from './client.ts';

/** A document with its variables. */
type Asked = [document: string, variables: Mapping];

export const schema = executableSchema();
const costs = makeCosts(schema);

/** The arguments that fields below a root field require. */
const required: Readonly<Record<string, string>> = {
  'User.summary': 'from: "2024-01-01", to: "2024-12-31", by: YEAR',
  'Workout.splits': 'unit: KILOMETER',
};

/**
 * All fields of a type down to a depth: leaves of the last level only. Pages are read by `nodes`, and are small, those within
 * others the smallest.
 */
export function everything(type: GraphQLCompositeType, depth: number, first = 5): string {
  if (isAbstractType(type))
    return `__typename ${schema
      .getPossibleTypes(type)
      .map((each) => `... on ${each.name} { ${everything(each, depth, first)} }`)
      .join(' ')}`;
  if (!isObjectType(type)) return '__typename';
  const parts = Object.values(type.getFields()).flatMap((field) => {
    const named = getNamedType(field.type);
    if (isLeafType(named)) return ['gpx', 'track'].includes(field.name) ? [] : [field.name];
    // The same as the track.
    if (field.name === 'trackPoints') return [];
    if (depth === 0 || ['edges', 'pageInfo'].includes(field.name) || !isCompositeType(named)) return [];
    const isPage = named.name.endsWith('Connection');
    const inner = everything(named, isPage ? depth : depth - 1, isPage ? 2 : first);
    const own = required[`${type.name}.${field.name}`];
    if (!own && field.args.some(isRequiredArgument)) throw new Error(`${type.name}.${field.name} needs arguments`);
    const given = [own, isPage ? `first: ${first}` : ''].filter(Boolean).join(', ');
    return [`${field.name}${given && `(${given})`} { ${inner} }`];
  });
  return ['__typename', ...parts].join(' ');
}

/**
 * Documents that read everything that the schema lets one reach: every root field, two levels deep below its items. They
 * are made from the schema, so a field that is added is read the same day. A page is as large as its document may cost.
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
      const parts = isCompositeType(named) ? `{ ${everything(named, isPage ? 3 : 2)} }` : '';
      const documentOf = (first: number) => {
        const given = [args, isPage ? `first: ${first}` : ''].filter(Boolean).join(', ');
        return `{ ${field.name}${given && `(${given})`} ${parts} }`;
      };
      const isCheap = (document: string) => costs(parse(document), document, null)({}).points <= limits.cost;
      return [[10, 5, 3, 2, 1].map(documentOf).find(isCheap) ?? '', {}];
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
