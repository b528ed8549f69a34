import { createRequire } from 'node:module';
import { getNamedType, getNullableType, GraphQLError, isCompositeType, isListType, visit } from 'graphql';
import type { ASTNode, DocumentNode, FieldNode, GraphQLSchema } from 'graphql';
import type * as QueryComplexity from 'graphql-query-complexity';
import { defaultPage } from '../pagination/page-sizes.ts';
import { countPeriods } from '../../src/domain/workouts/summary-periods.ts';
import type { CalendarPeriod, Days } from '../../src/domain/workouts/summary-periods.ts';
import { invalid } from '../../src/errors.ts';
import { inputError } from './failure-errors.ts';
import { refusedVariables } from './input-refusal.ts';
import { refusedDocument } from './limits.ts';
import { costOf } from '../prices.ts';

// Its ES module build loads a second copy of graphql.
const { getComplexity } = createRequire(import.meta.url)('graphql-query-complexity') as typeof QueryComplexity;

/** How many items a list without pages is assumed to have: most conversations have a few recipients, some have a hundred. */
const unpagedItems = 10;

/** The number of values of a stream, and of points of a track, that cost a point. */
const valuesAPoint = 50;

/** How many points a track is assumed to have: an hour, a point each second. A longer one is charged as it is. */
const usualPoints = 3600;

/** How many splits a workout is assumed to have: a marathon has 43. */
const usualSplits = 43;

/** The KiB that a track of that length has as a GPX file. Its text is charged by its bytes instead, once it is there. */
const usualGpx = 480;

/** The letters of another name in the answer that cost a point: it is in the answer as often as its field. */
const lettersAPoint = 64;

const pageArguments = ['first', 'last'] as const;

/** What was counted for a field with subfields. */
export interface CountedField {
  /** How many objects it is assumed to have. */
  size: number;
  /** What each of them costs. */
  each: number;
  /**
   * `page`: a connection; `list`: a list with this number of items; `points`: a list whose items count together by the number
   * that costs a point; `text`: a long text; `one`: an object, or the list of a connection that counts as one.
   */
  form: 'page' | 'list' | 'points' | 'text' | 'one';
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
    const { size, form } = extentOf(options);
    if (form === 'text') counted.set(node, { size, each: 1, form });
    if (node.selectionSet) counted.set(node, { size, each, form });
    return own + size * (form === 'text' ? 1 : each);
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

/** How many points so many values cost. */
export function unitsOf(values: number): number {
  return Math.ceil(values / valuesAPoint);
}

function extentOf({ args, field, type }: QueryComplexity.ComplexityEstimatorArgs): Omit<CountedField, 'each'> {
  if (field.name === 'streams') return { size: Math.max(1, unitsOf(args['resolution'] as number)), form: 'one' };
  // All periods are in the answer, and each has what is selected of them.
  if (field.name === 'summary')
    return { size: countPeriods(args as unknown as Days, args['by'] as CalendarPeriod), form: 'one' };
  if (type.name === 'WorkoutSummary') return { size: 1, form: 'one' };
  if (field.name === 'trackPoints') return { size: unitsOf(usualPoints), form: 'points' };
  if (field.name === 'splits') return { size: usualSplits, form: 'list' };
  if (field.name === 'gpx') return { size: usualGpx, form: 'text' };
  if (Array.isArray(args['ids'])) return { size: args['ids'].length, form: 'list' };
  if (field.args.some(({ name }) => name === 'first')) {
    const size =
      pageArguments.map((name) => args[name] as unknown).find((value) => typeof value === 'number') ?? defaultPage;
    return { size: Math.max(0, size as number), form: 'page' };
  }
  const isPart = type.name.endsWith('Connection');
  const isUnpaged = isListType(getNullableType(field.type)) && isCompositeType(getNamedType(field.type)) && !isPart;
  return isUnpaged ? { size: unpagedItems, form: 'list' } : { size: 1, form: 'one' };
}
