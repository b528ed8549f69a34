import { getOperationAST } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLError, GraphQLSchema } from 'graphql';
import { invalidFields } from '../../src/errors.ts';
import { inputError } from './failure-errors.ts';
import { faultsOfVariables } from './input-faults.ts';

/** The error for variables that do not have the form of their types, which names all that is wrong with it. Null when they have. */
export function refusedVariables(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Record<string, unknown>,
): GraphQLError | null {
  const operation = getOperationAST(document, operationName);
  if (!operation) return null;
  const { faults, nodes } = faultsOfVariables(schema, document, operation, variables);
  return faults.length === 0 ? null : inputError(invalidFields(faults), nodes);
}

/**
 * The result of an operation that was not executed because of its variables.
 * @param otherwise the result when the variables are valid and something else is wrong: of several errors, only the first is shown
 */
export function refusedInput(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  variables: Record<string, unknown>,
  otherwise: ExecutionResult,
): ExecutionResult {
  const refused = refusedVariables(schema, document, operationName, variables);
  return refused ? { errors: [refused] } : { ...otherwise, errors: otherwise.errors?.slice(0, 1) ?? [] };
}
