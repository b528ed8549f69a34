import { getOperationAST, GraphQLError, isNonNullType, isScalarType, typeFromAST } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLInputType, GraphQLSchema, OperationDefinitionNode } from 'graphql';
import { LRUCache } from 'lru-cache';
import type { Bound } from '../bound.ts';
import { costVariables, countCost } from './count-cost.ts';
import type { Prices } from './prices-of-fields.ts';
import { partsOf, unused } from './unused-cost.ts';

/** What an operation costs with its variables. In what it took, lists count as long as they are, and missing objects have no fields. */
export interface Cost {
  /** What is estimated before. */
  readonly points: number;
  /** What it took. */
  actual(result: ExecutionResult): number;
}

/**
 * The costs of one operation.
 * @throws GraphQLError when the variables do not match their types, or contain lists that are too long
 */
export type CostOf = (variables: Record<string, unknown>) => Cost;

/** The costs of all operations that come. */
export type Costs = (document: DocumentNode, hash: string, operationName: string | null | undefined) => CostOf;

type Variables = Record<string, unknown>;

/** What surrounds the counting of costs. */
export interface CostsAround {
  prices: Prices;
  /** Checks the lengths of lists and objects in the variables. @throws GraphQLError when one of them is too long */
  checkLists(schema: GraphQLSchema, operation: OperationDefinitionNode, variables: Variables): void;
  /** The refusal of an operation whose variables do not match its types. @param error what graphql-js says about it */
  refused(
    schema: GraphQLSchema,
    document: DocumentNode,
    operationName: string | null | undefined,
    variables: Variables,
    error: GraphQLError,
  ): GraphQLError;
  /** What a result took with all that is in it. @param points of its fields */
  tookInAll(result: ExecutionResult, points: number): number;
  /** Operations by the characters of their documents, and costs by their fields with subfields. */
  bounds: { operations: Bound; costs: Bound };
}

type KnownCosts = LRUCache<string, Cost>;

/** Makes the function that gives the costs of operations. They are cached by the text of the document (`hash`). */
export function makeCosts(schema: GraphQLSchema, around: CostsAround): Costs {
  const { bounds } = around;
  const operations = new LRUCache<string, CostOf>({ maxSize: bounds.operations.limit });
  const costs: KnownCosts = new LRUCache({ maxSize: bounds.costs.limit });
  bounds.operations.watch(() => operations.calculatedSize);
  bounds.costs.watch(() => costs.calculatedSize);
  let made = 0;
  return (document, hash, operationName) => {
    const key = operationName ? `${hash} ${operationName}` : hash;
    let costOf = operations.get(key);
    if (!costOf) {
      costOf = makeCostOf(schema, around, document, operationName, costs, String(++made));
      operations.set(key, costOf, { size: key.length + (document.loc?.end ?? 1000) });
    }
    return costOf;
  };
}

/** The costs of one operation. Costs are cached for variables of the same sizes. @param id of the operation among the costs */
function makeCostOf(
  schema: GraphQLSchema,
  { prices, checkLists, refused, tookInAll }: CostsAround,
  document: DocumentNode,
  operationName: string | null | undefined,
  known: KnownCosts,
  id: string,
): CostOf {
  const operation = getOperationAST(document, operationName);
  // Without an operation of that name there is nothing to pay for; execution reports the error.
  if (!operation) return () => ({ points: 0, actual: (result) => tookInAll(result, 0) });
  const { variableDefinitions = [] } = operation;
  const types = variableDefinitions.map(({ type }) => typeFromAST(schema, type) as GraphQLInputType);
  const names = variableDefinitions.map(({ variable }) => variable.name.value);
  const deciding = costVariables(prices, schema, document);
  const sizing = names.filter((name) => deciding.has(name));
  const hasParts = types.some((type) => !isOneScalar(type));
  const count = (variables: Variables) => {
    try {
      return countCost(prices, schema, document, operationName, variables);
    } catch (error: unknown) {
      if (!(error instanceof GraphQLError)) throw error;
      throw refused(schema, document, operationName, variables, error);
    }
  };

  return (variables) => {
    if (hasParts) checkLists(schema, operation, variables);
    let key = id;
    for (const name of sizing) key += ` ${sizeOf(variables[name])}`;
    const before = known.get(key);
    if (before) return before;
    const { points, counted } = count(variables);
    const parts = partsOf(document, operationName, counted, prices);
    const cost: Cost = {
      points,
      actual: (result) => tookInAll(result, result.data ? points - unused(parts, result.data, prices.unitsIn) : points),
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
