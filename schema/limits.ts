import { createRequire } from 'node:module';
import { GraphQLError } from 'graphql';
import type { DocumentNode, GraphQLSchema } from 'graphql';
import type * as QueryComplexity from 'graphql-query-complexity';
import { LRUCache } from 'lru-cache';

// Its ES module build loads a second copy of graphql.
const { getComplexity } = createRequire(import.meta.url)('graphql-query-complexity') as typeof QueryComplexity;

/** What a document may be at most. */
export const limits = { depth: 12, aliases: 30, tokens: 3000, cost: 25_000 } as const;

/** The pictures of a post come all at once: most have a few, none more than a hundred. */
const picturesCounted = 10;

const pageArguments = ['first', 'last'] as const;

/** One for each field, times the page size for what lies in a page; a missing page size counts as the default 20. */
const estimator: QueryComplexity.ComplexityEstimator = ({ args, childComplexity, field }) => {
  const own = field.name === 'track' || field.name === 'gpx' ? 50 : 1;
  if (field.name === 'pictures') return own + picturesCounted * childComplexity;
  if (!field.args.some(({ name }) => name === 'first')) return own + childComplexity;
  const size = pageArguments.map((name) => args[name] as unknown).find((value) => typeof value === 'number') ?? 20;
  return own + (size as number) * childComplexity;
};

/** Counts what a document costs with its variables; remembers documents that come again with the same. */
export function makeCostOf(schema: GraphQLSchema) {
  const remembered = new LRUCache<string, number>({ max: 5000 });
  return (
    document: DocumentNode,
    hash: string,
    operationName: string | null | undefined,
    variables: Record<string, unknown>,
  ): number => {
    const sizes = JSON.stringify(variables, (_, value: unknown) =>
      typeof value === 'string' || Array.isArray(value) ? 0 : value,
    );
    const key = sizes.length < 500 ? `${hash} ${operationName ?? ''} ${sizes}` : null;
    const known = key === null ? undefined : remembered.get(key);
    if (known !== undefined) return known;
    const cost = countCost({
      schema,
      query: document,
      variables,
      ...(operationName ? { operationName } : {}),
      estimators: [estimator],
    });
    if (key !== null) remembered.set(key, cost);
    return cost;
  };
}

/** @throws GraphQLError BAD_USER_INPUT when the variables do not fit the document: counting reads them first */
function countCost(options: Parameters<typeof getComplexity>[0]): number {
  try {
    return getComplexity(options);
  } catch (error: unknown) {
    if (!(error instanceof GraphQLError)) throw error;
    const { message, nodes, originalError } = error;
    const extensions = { code: 'BAD_USER_INPUT', http: { status: 400 } };
    throw new GraphQLError(message, { nodes: nodes ?? null, originalError: originalError ?? null, extensions });
  }
}

/** @throws GraphQLError when the cost is over the limit */
export function checkCost(cost: number): void {
  if (cost <= limits.cost) return;
  throw new GraphQLError(`The document costs ${cost}; at most ${limits.cost} is accepted. Ask for smaller pages.`, {
    extensions: { code: 'TOO_COSTLY', cost, limit: limits.cost, http: { status: 400 } },
  });
}
