import { createSourceEventStream, GraphQLError } from 'graphql';
import type { ExecutionResult, GraphQLFormattedError } from 'graphql';
import type { Context, ProcessContext } from '../../src/domain/context.ts';
import { failureOf } from '../../src/errors.ts';
import type { LiveSubscription } from '../../src/domain/live/live.ts';
import { isNamed } from '@runners/graphql';
import type { ErrorBehavior, KnownDocuments, Prepared } from '@runners/graphql';
import type { Documents } from '../execution/documents.ts';
import { checkInTurn } from '../execution/check-in-turn.ts';
import { makeDocuments } from '../execution/documents.ts';
import { errorBehaviorIn, errorBehaviorOf } from '../execution/error-behavior.ts';
import type { Executor } from '../execution/executor.ts';
import { formatErrorFor } from '../execution/failure-errors.ts';
import { refusedInput } from '../execution/input-refusal.ts';
import { admit, chargeUnexecuted, payLeast, reportCost } from '../../src/request/pipeline.ts';
import { noteUses } from '../execution/note-uses.ts';
import { executeDocument, notExecuted, observed, rootFieldsOf } from '../execution/observed-operation.ts';
import { deliver } from './deliver.ts';
import type { Delivery, Sink } from './deliver.ts';
import { formatted, makeEventResults } from './event-results.ts';

/** A requested operation that was not validated yet. */
interface OperationRequest {
  /** The text of its document. It is empty if another member names the document (`packages/graphql/documents/known-documents.ts`). */
  query: string;
  operationName?: string | null | undefined;
  variables?: Record<string, unknown> | null | undefined;
  extensions?: Record<string, unknown> | null | undefined;
  onError?: unknown;
}

/** An operation that may run. */
export interface Operation {
  prepared: Prepared;
  variables: Record<string, unknown>;
  context: Context;
  onError: ErrorBehavior;
}

/** Runs operations that do not arrive over HTTP, and subscriptions, by the same rules. */
export interface LiveOperations {
  /**
   * Validates an operation. A subscription costs as little as any request to begin, and then what it delivers.
   * @throws GraphQLError, one or several, or Failure
   */
  begin(requested: OperationRequest, context: Context): Promise<Operation>;
  /** Runs a query or mutation. Errors are in the result. */
  run(operation: Operation): Promise<ReturnType<typeof formatted>>;
  /** Starts a subscription. A refusal is in the result. */
  subscribe(operation: Operation, sink: Sink): Promise<Delivery | ReturnType<typeof formatted>>;
  /** Converts anything that was thrown into GraphQL errors. */
  wrap(error: unknown): GraphQLError[];
  /** Converts anything that was thrown into errors in the form that is sent. */
  show(error: unknown): GraphQLFormattedError[];
}

export function makeLiveOperations(
  executor: Executor,
  known: KnownDocuments,
  processContext: ProcessContext,
): LiveOperations {
  const { schema } = executor;
  const documents: Documents = makeDocuments(schema, executor.costs);
  const results = makeEventResults(executor, processContext);
  const format = formatErrorFor(executor);

  return {
    async begin(requested, context) {
      admit(context);
      const { operationName, variables } = requested;
      const given = variables ?? {};
      let prepared;
      let onError;
      try {
        onError = requested.onError === undefined ? errorBehaviorOf(context) : errorBehaviorIn(requested.onError);
        if (isNamed({ ...requested })) context.record.isNamed = true;
        const completed = known.complete({ ...requested });
        const query = String(completed['query'] ?? '');
        await checkInTurn(context, documents, query);
        prepared = documents.prepare(query, operationName, given, context);
        known.keep(completed, documents);
        noteUses(context, schema, prepared.document, operationName, given);
      } catch (error) {
        chargeUnexecuted(context, error);
        notExecuted(context);
        throw error;
      }
      if (prepared.operation === 'subscription') {
        await payLeast(context);
        context.record.observer.countUses(context.record);
      }
      return { prepared, variables: given, context, onError };
    },
    async run({ prepared, variables, context, onError }) {
      const { document, operationName, hash, cost } = prepared;
      const run = () => executor.execute(document, operationName, context, variables, hash, undefined, onError);
      const fields = rootFieldsOf(schema, document, operationName);
      const result = formatted(await executeDocument(context, fields, cost, run), format);
      const { deprecations, why } = context.record;
      const further = { ...(deprecations ? { deprecations } : {}), ...(why?.length ? { why } : {}) };
      return { ...result, extensions: { cost: reportCost(context), ...further } };
    },
    async subscribe({ prepared, variables, context, onError }, sink) {
      const { document, operationName, cost } = prepared;
      let source: AsyncIterable<unknown> | undefined;
      const refused = await observed(context, rootFieldsOf(schema, document, operationName), cost.points, async () => {
        const begun = await createSourceEventStream({
          schema,
          document,
          operationName,
          contextValue: context,
          variableValues: variables,
        });
        if (!(Symbol.asyncIterator in begun))
          return 'data' in begun ? begun : refusedInput(schema, document, operationName, variables, begun);
        source = begun;
        return {} as ExecutionResult;
      });
      if (!source) return formatted(refused, format);
      return deliver(
        source as LiveSubscription,
        results.selectionOf(prepared, variables, onError),
        context,
        results,
        sink,
      );
    },
    wrap: wrapped,
    show: (error) => wrapped(error).map((one) => format(one.toJSON(), one)),
  };
}

function wrapped(error: unknown): GraphQLError[] {
  const errors = Array.isArray(error) ? (error as unknown[]) : [error];
  return errors.map((one) =>
    one instanceof GraphQLError
      ? one
      : new GraphQLError((failureOf(one) ?? (one as Error)).message, { originalError: one as Error }),
  );
}
