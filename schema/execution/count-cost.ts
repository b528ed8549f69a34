import { createRequire } from 'node:module';
import {
  getNamedType,
  getNullableType,
  GraphQLError,
  isCompositeType,
  isListType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql';
import type { ASTNode, DocumentNode, FieldNode, GraphQLField, GraphQLSchema } from 'graphql';
import type * as QueryComplexity from 'graphql-query-complexity';
import { defaultPage } from '../pagination/page-sizes.ts';
import { invalid } from '../../src/errors.ts';
import { inputError } from './failure-errors.ts';
import { refusedVariables } from './input-refusal.ts';
import { refusedDocument } from './limits.ts';
import { argumentsOf, byArguments, costOf, numberOf, statedCost } from '../prices.ts';
import type { Extent } from '../prices.ts';

// Its ES module build loads a second copy of graphql.
const { getComplexity } = createRequire(import.meta.url)('graphql-query-complexity') as typeof QueryComplexity;

/** How many items a list without pages is assumed to have: most conversations have a few recipients, some have a hundred. */
const unpagedItems = 10;

/** The letters of another name in the answer that cost a point: it is in the answer as often as its field. */
const lettersAPoint = 64;

/** What was counted for a field with subfields: the size and the form of its extent. */
export interface CountedField {
  size: number;
  form: Extent['form'];
  /** What each object costs. */
  each: number;
}

/** The estimated cost of an operation, and of what it consists. */
export interface CountedCost {
  points: number;
  counted: ReadonlyMap<FieldNode, CountedField>;
}

/**
 * Counts what a document costs: each field costs its price, and the fields inside a page cost that times the page size. A
 * missing page size counts as the default. A negative page size, which the resolver will refuse, does not reduce the cost of
 * the rest of the document.
 * @throws GraphQLError INVALID when the variables do not match their types, which is noticed here first
 */
export function countCost(
  schema: GraphQLSchema,
  query: DocumentNode,
  operationName: string | null | undefined,
  variables: Record<string, unknown>,
): CountedCost {
  const counted = new Map<FieldNode, CountedField>();
  const estimator: QueryComplexity.ComplexityEstimator = (options) => {
    const { args, childComplexity: each, field, node, type } = options;
    const own = costOf(field, args, type.name) + Math.floor((node.alias?.value.length ?? 0) / lettersAPoint);
    if (field.name.startsWith('__')) return own;
    const extent = extentOf(field, type);
    const size = numberOf(extent.size, args);
    const { form } = extent;
    // Without subfields, only a text and the points of a scalar have a size.
    const one = node.selectionSet ? each : Number(form !== 'one');
    if (one > 0) counted.set(node, { size, each: one, form });
    return own + size * one;
  };
  try {
    const points = getComplexity({
      schema,
      query,
      variables,
      ...(operationName ? { operationName } : {}),
      estimators: [estimator],
    });
    return { points, counted };
  } catch (error: unknown) {
    if (!(error instanceof GraphQLError)) throw error;
    throw refusedVariables(schema, query, operationName, variables) ?? refusedArgument(query, error);
  }
}

/** The refusal of an argument for which a variable has no value; otherwise of a document with too many fields. */
function refusedArgument(query: DocumentNode, { nodes }: GraphQLError): GraphQLError {
  const value: ASTNode | undefined = nodes?.[0];
  if (!value) return refusedDocument('TOO_MANY_FIELDS');
  let argument = '';
  visit(query, { Argument: (one) => void (one.value === value && (argument = one.name.value)) });
  return inputError(invalid(argument, 'must not be null', 'REQUIRED'), nodes);
}

type AnyField = GraphQLField<unknown, unknown>;

const idsGiven: Extent = {
  size: byArguments(['ids'], ({ ids }) => (Array.isArray(ids) ? ids.length : 1)),
  form: 'list',
};
const pageAsked: Extent = {
  size: byArguments(['first', 'last'], ({ first, last }) =>
    Math.max(0, [first, last].find((value) => typeof value === 'number') ?? defaultPage),
  ),
  form: 'page',
};
const unpaged: Extent = { size: unpagedItems, form: 'list' };
const single: Extent = { size: 1, form: 'one' };

function extentOf({ args, extensions, type }: AnyField, parent: { name: string }): Extent {
  if (extensions['extent']) return extensions['extent'] as Extent;
  if (args.some(({ name }) => name === 'ids')) return idsGiven;
  if (args.some(({ name }) => name === 'first')) return pageAsked;
  const isPart = parent.name.endsWith('Connection');
  return isListType(getNullableType(type)) && isCompositeType(getNamedType(type)) && !isPart ? unpaged : single;
}

/** The variables on which the cost of a document depends: those of directives, and of the arguments that decide a cost or an extent. */
export function costVariables(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>();
  const types = new TypeInfo(schema);
  const note = (node: ASTNode) => visit(node, { Variable: ({ name }) => void names.add(name.value) });
  visit(
    document,
    visitWithTypeInfo(types, {
      Directive: (node) => void note(node),
      Field({ arguments: given = [] }) {
        const [field, parent] = [types.getFieldDef(), types.getParentType()];
        if (!field || !parent) return;
        const reads = [statedCost(field), extentOf(field, parent).size].flatMap(argumentsOf);
        for (const argument of given) if (reads.includes(argument.name.value)) note(argument);
      },
    }),
  );
  return names;
}
