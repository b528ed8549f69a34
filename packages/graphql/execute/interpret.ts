import { execute, visit } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { ErrorBehavior } from './on-error.ts';
import type { ExecutionAround } from './execution-around.ts';
import { textBytesIn } from './text-bytes.ts';
import { withoutPropagation } from './without-propagation.ts';

/** Whether a document asks for the schema, which graphql-js would answer with the nullable one. Those fields have no errors. */
function asksForSchema(document: DocumentNode): boolean {
  let found = false;
  visit(document, { Field: ({ name }) => void (found ||= name.value === '__schema' || name.value === '__type') });
  return found;
}

/** Executes a document with graphql-js. Variables that are not valid are refused as everywhere else. */
export async function interpret<Context>(
  { refusedInput, withinSize }: ExecutionAround,
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | null | undefined,
  contextValue: Context,
  variableValues: Record<string, unknown>,
  rootValue: unknown,
  onError: ErrorBehavior = 'PROPAGATE',
): Promise<ExecutionResult> {
  const of = onError === 'NULL' && !asksForSchema(document) ? withoutPropagation(schema) : schema;
  const request = { document, operationName: operationName ?? null, rootValue, contextValue, variableValues };
  const result = await execute({ schema: of, ...request });
  if (!('data' in result)) return refusedInput(schema, document, operationName, variableValues, result);
  const [first] = result.errors ?? [];
  if (onError === 'HALT' && first) return { errors: [first], data: null };
  return withinSize(result, textBytesIn(result.data));
}
