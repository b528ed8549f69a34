import { visit } from 'graphql';
import type { ASTNode, DocumentNode, GraphQLError, GraphQLSchema } from 'graphql';
import { invalid } from '../../src/errors.ts';
import { declareBound } from '../../src/platform/bounds.ts';
import { extentOf, lists, unitsIn } from '../extents.ts';
import { costOf, statedCost } from '../prices.ts';
import { tookInAll } from './answer-size.ts';
import { makeCosts as makeDocumentCosts } from '@runners/graphql';
import type { Costs, CostsAround } from '@runners/graphql';
import { inputError } from './failure-errors.ts';
import { refusedVariables } from './input-refusal.ts';
import { refusedDocument } from './limits.ts';
import { checkLists } from './list-lengths.ts';

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

/** The letters of another name in the answer that cost a point: it is in the answer as often as its field. */
const lettersAPoint = 64;

/** What fields cost here. */
export const prices: CostsAround['prices'] = { costOf, statedCost, extentOf, lettersAPoint, lists, unitsIn };

const around: CostsAround = {
  prices,
  checkLists,
  refused: (schema, document, operationName, variables, error) =>
    refusedVariables(schema, document, operationName, variables) ?? refusedArgument(document, error),
  tookInAll,
  bounds,
};

/** Makes the function that gives the costs of operations with the prices of this service (docs/budget.md). */
export function makeCosts(schema: GraphQLSchema): Costs {
  return makeDocumentCosts(schema, around);
}

/** The refusal of an argument for which a variable has no value; otherwise of a document with too many fields. */
function refusedArgument(query: DocumentNode, { nodes }: GraphQLError): GraphQLError {
  const value: ASTNode | undefined = nodes?.[0];
  if (!value) return refusedDocument('TOO_MANY_FIELDS');
  let argument = '';
  visit(query, { Argument: (one) => void (one.value === value && (argument = one.name.value)) });
  return inputError(invalid(argument, 'must not be null', 'REQUIRED'), nodes);
}
