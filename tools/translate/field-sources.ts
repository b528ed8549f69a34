import {
  getNamedType,
  getOperationAST,
  isAbstractType,
  isEnumType,
  isLeafType,
  isListType,
  isNonNullType,
} from 'graphql';
import type { GraphQLLeafType, GraphQLObjectType, GraphQLOutputType, GraphQLSchema, SelectionSetNode } from 'graphql';
import { Args } from '../../rest-compat/args.ts';
import type { AnyRow, Reply, RestRequest } from '../../rest-compat/endpoint.ts';
import { Float } from '@runners/wire';
import type { WireValue } from '@runners/wire';
import { selectedFields } from './document-types.ts';

/** A field of an old answer, and the fields of the GraphQL result from which it is made. */
export interface FieldSource {
  /** The path in the old answer, such as `objects[].author.first_name`, or `Location` for the header. */
  field: string;
  /** The paths in the result, such as `feed.nodes[].author.firstName`; none for a value that comes from the request. */
  from: string[];
}

/** Different values of each scalar. */
const samples: Readonly<Record<string, readonly unknown[]>> = {
  Boolean: [false, true],
  Int: [3, 4],
  Float: [3.25, 4.25],
  DatabaseId: [3, 4],
  DateTime: ['2024-01-01T00:00:00.000000Z', '2024-02-02T00:00:00.000000Z'],
  Date: ['2024-01-01', '2024-02-02'],
  WallClock: ['2024-01-01T00:00:00', '2024-02-02T00:00:00'],
};
const otherSample = ['a', 'b'] as const;

/** A leaf of a result with one of its values, by its position among them. */
interface Leaf {
  path: string;
  value: number;
}

/**
 * Returns the fields of the answer of a row with their sources. It makes replies of invented results that differ in one value
 * each, and sees which fields of the reply differ. So it cannot be wrong about the code that makes the reply.
 */
export function fieldSources(schema: GraphQLSchema, row: AnyRow): FieldSource[] {
  const others: Leaf[] = [];
  const base = answerFields(row, inventedResult(schema, row, null, others));
  const sources = new Map<string, Set<string>>([...base.keys()].map((field) => [field, new Set()]));
  for (const leaf of others) {
    const { path } = leaf;
    const changed = answerFields(row, inventedResult(schema, row, leaf));
    for (const field of new Set([...base.keys(), ...changed.keys()])) {
      if (base.get(field) === changed.get(field)) continue;
      if (!sources.has(field)) sources.set(field, new Set());
      sources.get(field)?.add(path);
    }
  }
  return [...sources].map(([field, from]) => ({ field, from: [...from] }));
}

/**
 * A result with one item in each list, in which all leaves have their first value except `changed`.
 * @param others receives the other values of all leaves
 */
function inventedResult(schema: GraphQLSchema, { document }: AnyRow, changed: Leaf | null, others?: Leaf[]): unknown {
  const object = (type: GraphQLObjectType, sets: readonly SelectionSetNode[], at: string): unknown =>
    Object.fromEntries(
      selectedFields(schema, document, type, sets).map(({ name, type: of, sets: below }) => [
        name,
        value(of, below, at === '' ? name : `${at}.${name}`),
      ]),
    );
  const value = (of: GraphQLOutputType, below: readonly SelectionSetNode[], at: string): unknown => {
    if (isNonNullType(of)) return value(of.ofType, below, at);
    if (isListType(of)) return [value(of.ofType, below, `${at}[]`)];
    if (isLeafType(of)) {
      const values = valuesOf(of);
      for (let other = 1; other < values.length; other++) others?.push({ path: at, value: other });
      return values[at === changed?.path ? changed.value : 0];
    }
    const named = getNamedType(of);
    const possible = isAbstractType(named) ? schema.getPossibleTypes(named) : [named as GraphQLObjectType];
    // Of several types, the one for which the document selects most.
    const sizes = possible.map((type) => selectedFields(schema, document, type, below).length);
    return object(possible[sizes.indexOf(Math.max(...sizes))] as GraphQLObjectType, below, at);
  };
  const operation = getOperationAST(document);
  const root = operation && schema.getRootType(operation.operation);
  return operation && root ? object(root, [operation.selectionSet], '') : {};
}

function valuesOf(type: GraphQLLeafType): readonly unknown[] {
  return isEnumType(type) ? type.getValues().map(({ name }) => name) : (samples[type.name] ?? otherSample);
}

/** The request of the invented replies. Its page has one item. */
const request: RestRequest = {
  path: new Proxy({}, { get: () => 1 }),
  args: new Args({}, { limit: '1', offset: '1' }),
  bytes: Buffer.alloc(0),
  url: '/api/v1/?limit=1&offset=1',
  viewerId: 1,
};

/** The fields of the reply with their values as text. */
function answerFields(row: AnyRow, data: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  let reply: Reply;
  try {
    reply = row.reply(data as never, request);
  } catch {
    return fields;
  }
  if (reply.location !== undefined) fields.set('Location', reply.location);
  const visit = (value: WireValue | undefined, at: string): void => {
    if (value === undefined) return;
    if (Array.isArray(value)) return value.forEach((each: WireValue) => visit(each, `${at}[]`));
    if (value === null || typeof value !== 'object' || value instanceof Float)
      return void fields.set(at, JSON.stringify(value));
    for (const [name, each] of Object.entries(value)) visit(each as WireValue, at === '' ? name : `${at}.${name}`);
  };
  visit(reply.value, '');
  return fields;
}
