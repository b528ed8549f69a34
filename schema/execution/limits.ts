import { createRequire } from 'node:module';
import {
  getNamedType,
  getNullableType,
  getOperationAST,
  GraphQLError,
  isCompositeType,
  isInputObjectType,
  isLeafType,
  isListType,
  typeFromAST,
} from 'graphql';
import type { DocumentNode, GraphQLInputType, GraphQLSchema, OperationDefinitionNode, ValidationRule } from 'graphql';
import type * as QueryComplexity from 'graphql-query-complexity';
import { LRUCache } from 'lru-cache';
import { defaultPage } from '../pagination/page-sizes.ts';
import { costOf } from './field-costs.ts';

// Its ES module build loads a second copy of graphql.
const { getComplexity } = createRequire(import.meta.url)('graphql-query-complexity') as typeof QueryComplexity;

/** The largest document that is accepted. */
export const limits = {
  characters: 100_000,
  depth: 12,
  aliases: 30,
  tokens: 3000,
  /** For a request without a key, whose document is parsed before it is known who sent it. */
  anonymousTokens: 1000,
  /** Pairs of fields with one name in one place of the answer, which validation compares with each other. */
  comparisons: 10_000,
  anonymousComparisons: 2500,
  listItems: 1000,
  cost: 25_000,
  /** A document that costs this much is expensive: only a few of each user run at the same time. */
  expensiveDocument: 5000,
} as const;

/** How many items a list without pages is assumed to have: most conversations have a few recipients, some have a hundred. */
const unpagedItems = 10;

const pageArguments = ['first', 'last'] as const;

/**
 * Each field costs one, and the fields inside a page cost that times the page size. A missing page size counts as the
 * default. A negative page size, which the resolver will refuse, does not reduce the cost of the rest of the document.
 */
const estimator: QueryComplexity.ComplexityEstimator = ({ args, childComplexity, field, type }) => {
  const own = costOf(field.name, args);
  if (field.name.startsWith('__')) return own;
  if (Array.isArray(args['ids'])) return own + args['ids'].length * childComplexity;
  if (field.args.some(({ name }) => name === 'first')) {
    const size =
      pageArguments.map((name) => args[name] as unknown).find((value) => typeof value === 'number') ?? defaultPage;
    return own + Math.max(0, size as number) * childComplexity;
  }
  const isPart = type.name.endsWith('Connection');
  const isUnpaged = isListType(getNullableType(field.type)) && isCompositeType(getNamedType(field.type)) && !isPart;
  return own + (isUnpaged ? unpagedItems : 1) * childComplexity;
};

/**
 * Makes the function that computes the cost of a document with its variables. Costs are remembered for documents that come
 * again with variables of the same sizes. The function throws GraphQLError BAD_USER_INPUT when the variables do not match
 * their types, or contain lists that are too long.
 */
export function makeCostOf(schema: GraphQLSchema) {
  const remembered = new LRUCache<string, number>({ max: 5000 });
  return (
    document: DocumentNode,
    hash: string,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
  ): number => {
    const operation = getOperationAST(document, operationName);
    // Without an operation of that name there is nothing to cost; execution reports the error.
    if (!operation) return 0;
    checkLists(schema, operation, variables);
    const sizes = operation.variableDefinitions?.map(({ variable }) => sizeOf(variables[variable.name.value]));
    const key = `${hash} ${operationName ?? ''} ${sizes?.join(' ') ?? ''}`;
    const known = remembered.get(key);
    if (known !== undefined) return known;
    const cost = countCost({
      schema,
      query: document,
      variables,
      ...(operationName ? { operationName } : {}),
      estimators: [estimator],
    });
    remembered.set(key, cost);
    return cost;
  };
}

/** Enum values are written like this. A string that looks like one is harmless. */
const enumWord = /^[A-Z_]{1,20}$/;

/** The part of a variable on which the cost can depend: a page size, a boolean, an enum value, or the length of a list. */
function sizeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'string') return enumWord.test(value) ? value : 'text';
  return value === null || ['number', 'boolean', 'undefined'].includes(typeof value) ? String(value) : typeof value;
}

/** Refuses long documents before they are cached. Long values belong in variables. */
export const documentLength: ValidationRule = (context) => ({
  Document({ loc }) {
    if (loc && loc.end - loc.start > limits.characters)
      context.reportError(
        new GraphQLError(`The document has more than ${limits.characters} characters: send long values as variables.`),
      );
  },
});

/**
 * Checks the lengths of lists and objects in the variables. Recorded points do not count as a list: they are one scalar with
 * a limit of its own.
 * @throws GraphQLError BAD_USER_INPUT when one of them is too long
 */
function checkLists(
  schema: GraphQLSchema,
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Record<string, unknown>,
): void {
  for (const { type, variable } of variableDefinitions) {
    const { value: name } = variable.name;
    checkParts(typeFromAST(schema, type) as GraphQLInputType, variables[name], `$${name}`);
  }
}

function checkParts(type: GraphQLInputType, value: unknown, path: string): void {
  if (value === null || typeof value !== 'object') return;
  const inner = getNullableType(type);
  if (isLeafType(inner)) return;
  const parts = Object.keys(value).length;
  if (parts > limits.listItems)
    throw badInput(`Variable "${path}" has ${parts} parts; at most ${limits.listItems} are accepted.`);
  if (isListType(inner)) {
    if (Array.isArray(value)) for (const item of value) checkParts(inner.ofType, item, path);
  } else if (isInputObjectType(inner))
    for (const [name, field] of Object.entries(inner.getFields()))
      checkParts(field.type, (value as Record<string, unknown>)[name], `${path}.${name}`);
}

function badInput(message: string, from: Partial<GraphQLError> = {}): GraphQLError {
  const { nodes = null, originalError = null } = from;
  const extensions = { code: 'BAD_USER_INPUT', http: { status: 400 } };
  return new GraphQLError(message, { nodes, originalError, extensions });
}

/** @throws GraphQLError BAD_USER_INPUT when the variables do not match their types, which is noticed here first */
function countCost(options: Parameters<typeof getComplexity>[0]): number {
  try {
    return getComplexity(options);
  } catch (error: unknown) {
    if (!(error instanceof GraphQLError)) throw error;
    throw badInput(error.message, error);
  }
}

/** @throws GraphQLError TOO_COSTLY when the cost is above the limit */
export function checkCost(cost: number): void {
  if (cost <= limits.cost) return;
  throw new GraphQLError(`The document costs ${cost}; at most ${limits.cost} is accepted. Ask for smaller pages.`, {
    extensions: { code: 'TOO_COSTLY', cost, limit: limits.cost, http: { status: 400 } },
  });
}
