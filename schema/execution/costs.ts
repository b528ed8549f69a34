import { getOperationAST, isNonNullType, isScalarType, typeFromAST } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLInputType, GraphQLSchema } from 'graphql';
import { LRUCache } from 'lru-cache';
import { declareBound } from '../../src/platform/bounds.ts';
import type { Price } from '../../src/request/pipeline.ts';
import { pointsOfTexts } from './answer-size.ts';
import { costVariables, countCost } from './count-cost.ts';
import { checkLists } from './list-lengths.ts';
import { noteLong } from './long-json.ts';
import { partsOf, unused } from './unused-cost.ts';

/**
 * What an operation costs with its variables (docs/budget.md). In what it took, lists count as long as they are, missing objects have
 * no fields, and long texts are included.
 */
export type Cost = Price<ExecutionResult>;

/**
 * The costs of one operation.
 * @throws GraphQLError INVALID when the variables do not match their types, or contain lists that are too long
 */
export type CostOf = (variables: Record<string, unknown>) => Cost;

/** The costs of all operations that come. */
export type Costs = (document: DocumentNode, hash: string, operationName: string | null | undefined) => CostOf;

const bounds = {
  operations: declareBound(import.meta.url, {
    name: 'cost_operations',
    holds: 'operations whose cost was computed, measured by the length of their documents',
    limit: 1_000_000,
    unit: 'characters',
    share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
    beyond: 'The least recently used operation is evicted, and prepared again when it is next used.',
  }),
  costs: declareBound(import.meta.url, {
    name: 'costs',
    holds:
      'costs of operations for different sizes of variables, measured by their fields with subfields, about 150 bytes each',
    limit: 100_000,
    unit: 'fields',
    share: 'None: whoever fills it makes others compute again what it holds, at their usual cost.',
    beyond: 'The least recently used cost is evicted, and computed again when it is next needed.',
  }),
};

/** What an answer of 50,000 points of a track costs: from here on, its JSON is written a piece at a time. */
const longPoints = 1000;

const free: Cost = { points: 0, actual: pointsOfTexts };

type KnownCosts = LRUCache<string, Cost>;

/** Makes the function that gives the costs of operations. They are cached by the text of the document (`hash`). */
export function makeCosts(schema: GraphQLSchema): Costs {
  const operations = new LRUCache<string, CostOf>({ maxSize: bounds.operations.limit });
  const costs: KnownCosts = new LRUCache({ maxSize: bounds.costs.limit });
  bounds.operations.watch(() => operations.calculatedSize);
  bounds.costs.watch(() => costs.calculatedSize);
  let made = 0;
  return (document, hash, operationName) => {
    const key = operationName ? `${hash} ${operationName}` : hash;
    let costOf = operations.get(key);
    if (!costOf) {
      costOf = makeCostOf(schema, document, operationName, costs, String(++made));
      operations.set(key, costOf, { size: key.length + (document.loc?.end ?? 1000) });
    }
    return costOf;
  };
}

/** The costs of one operation. Costs are cached for variables of the same sizes. @param id of the operation among the costs */
function makeCostOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  known: KnownCosts,
  id: string,
): CostOf {
  const operation = getOperationAST(document, operationName);
  // Without an operation of that name there is nothing to pay for; execution reports the error.
  if (!operation) return () => free;
  const { variableDefinitions = [] } = operation;
  const types = variableDefinitions.map(({ type }) => typeFromAST(schema, type) as GraphQLInputType);
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  const deciding = costVariables(schema, document);
  const sizing = names.filter((name) => deciding.has(name));
  const hasParts = types.some((type) => !isOneScalar(type));

  return (variables) => {
    if (hasParts) checkLists(schema, operation, variables);
    let key = id;
    for (const name of sizing) key += ` ${sizeOf(variables[name])}`;
    const before = known.get(key);
    if (before) return before;
    const { points, counted } = countCost(schema, document, operationName, variables);
    const parts = partsOf(document, operationName, counted);
    const cost: Cost = {
      points,
      actual(result) {
        const used = result.data ? points - unused(parts, result.data) : points;
        if (result.data && used >= longPoints) noteLong(result.data);
        return used + pointsOfTexts(result);
      },
    };
    known.set(key, cost, { size: 1 + counted.size + Math.ceil(key.length / 100) });
    return cost;
  };
}

/** Whether the type is a scalar, and no list, object or enum. */
function isOneScalar(type: GraphQLInputType): boolean {
  return isScalarType(isNonNullType(type) ? type.ofType : type);
}

/** What the cost depends on in a variable: its value, and only the length of a list. */
function sizeOf(value: unknown): string {
  return Array.isArray(value) ? `[${value.length}]` : (JSON.stringify(value) ?? 'none');
}
