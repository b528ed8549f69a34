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
import { priceOf } from './prices.ts';

// Its ES module build loads a second copy of graphql.
const { getComplexity } = createRequire(import.meta.url)('graphql-query-complexity') as typeof QueryComplexity;

/** What a document may be at most. */
export const limits = {
  characters: 100_000,
  depth: 12,
  aliases: 30,
  tokens: 3000,
  /** Of a document without a key: it is read before anybody is known to have asked. */
  anonymousTokens: 1000,
  /** Pairs of fields with one name in one place of the answer, which validation compares with each other. */
  pairs: 10_000,
  anonymousPairs: 2500,
  listItems: 1000,
  cost: 25_000,
  /** Documents that cost this much are dear: few of a person run at once. */
  dearDocument: 5000,
} as const;

/** How much a list without pages counts: conversations have a few recipients, some have a hundred. */
const unpagedItems = 10;

const pageArguments = ['first', 'last'] as const;

/**
 * One for each field, times the page size for what lies in a page; a missing page size counts as the default. A size
 * that will be refused is no rebate for the rest of the document.
 */
const estimator: QueryComplexity.ComplexityEstimator = ({ args, childComplexity, field, type }) => {
  const own = priceOf(field.name, args);
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
 * Counts what a document costs with its variables; remembers documents that come again with the same. Throws GraphQLError
 * BAD_USER_INPUT when the variables do not fit, or are too long to look at.
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
    // There is none when the name asked for is not in the document: executing it says so.
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

/** Words of enums are written so; texts that are, too, do no harm. */
const enumWord = /^[A-Z_]{1,20}$/;

/** What the cost can depend on in a variable: page sizes, switches, words of enums, lengths of lists. */
function sizeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.length}]`;
  if (typeof value === 'string') return enumWord.test(value) ? value : 'text';
  return value === null || ['number', 'boolean', 'undefined'].includes(typeof value) ? String(value) : typeof value;
}

/** Refuses long documents before they are kept: what is long belongs into variables. */
export const documentLength: ValidationRule = (context) => ({
  Document({ loc }) {
    if (loc && loc.end - loc.start > limits.characters)
      context.reportError(
        new GraphQLError(`The document has more than ${limits.characters} characters: send long values as variables.`),
      );
  },
});

/**
 * @throws GraphQLError BAD_USER_INPUT when a list or object in the variables is too long to look at each part. Recorded
 * points are no list here, but one value with a limit of its own.
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

/** @throws GraphQLError BAD_USER_INPUT when the variables do not fit the document: counting reads them first */
function countCost(options: Parameters<typeof getComplexity>[0]): number {
  try {
    return getComplexity(options);
  } catch (error: unknown) {
    if (!(error instanceof GraphQLError)) throw error;
    throw badInput(error.message, error);
  }
}

/** @throws GraphQLError when the cost is over the limit */
export function checkCost(cost: number): void {
  if (cost <= limits.cost) return;
  throw new GraphQLError(`The document costs ${cost}; at most ${limits.cost} is accepted. Ask for smaller pages.`, {
    extensions: { code: 'TOO_COSTLY', cost, limit: limits.cost, http: { status: 400 } },
  });
}
