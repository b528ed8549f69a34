import type { DocumentNode, ExecutionResult, GraphQLSchema } from 'graphql';
import type { ErrorBehavior } from './on-error.ts';

/**
 * Runs one operation. Errors are in the result and never thrown. `root` is the event of a subscription, and `onError` is by
 * default PROPAGATE.
 */
export type Run<Context> = (
  context: Context,
  variables: Record<string, unknown>,
  root?: unknown,
  onError?: ErrorBehavior,
) => Promise<ExecutionResult>;

/** Prepares an operation of a validated document for many runs. @throws Error when the schema has no such field */
export type Compile<Context> = (
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName?: string | null,
) => Run<Context>;
