import { HeaderMap } from '@apollo/server';
import { getOperationAST, GraphQLError, Kind } from 'graphql';
import type { DocumentNode, ExecutionResult, GraphQLObjectType, GraphQLSchema, SelectionSetNode } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { extensionsOf, failureOf } from '../../src/errors.ts';
import { readFromReplica } from '../../src/platform/database/callers-database.ts';
import type { Outcome } from '../../src/platform/observability/durations.ts';
import { newRequestId } from '../../src/platform/observability/request-record.ts';
import { execute } from '../../src/request/pipeline.ts';
import { rulesOf } from '../root-field.ts';
import type { Cost } from '@runners/graphql';

/** The name for documents that were not executed, because they are invalid or too expensive. */
const refused = 'refused';

/** The root fields of an operation. */
export interface RootFields {
  /** Without repetitions, such as `Query.feed`. */
  names: readonly string[];
  /** Whether a replica may answer the operation. */
  mayUseReplica: boolean;
}

/** The root fields of each document. Parsed documents are cached elsewhere. */
const known = new WeakMap<DocumentNode, Map<string, RootFields>>();

/**
 * Returns the root fields of an operation. They represent it in logs, metrics and traces. The name that a caller has given to it
 * is never used.
 */
export function rootFieldsOf(schema: GraphQLSchema, document: DocumentNode, operationName?: string | null): RootFields {
  let operations = known.get(document);
  if (!operations) known.set(document, (operations = new Map()));
  const key = operationName ?? '';
  let fields = operations.get(key);
  if (!fields) {
    const operation = getOperationAST(document, operationName);
    const type = operation && schema.getRootType(operation.operation);
    const found = new Set<string>();
    if (operation && type) collect(document, operation.selectionSet, type.name, found, new Set());
    const isOne = type && found.size > 0;
    fields = isOne
      ? { names: [...found], mayUseReplica: mayUseReplica(type, found) }
      : { names: [refused], mayUseReplica: false };
    operations.set(key, fields);
  }
  return fields;
}

/** @param seen the fragments that were read, each of which is read once */
function collect(
  document: DocumentNode,
  set: SelectionSetNode,
  type: string,
  found: Set<string>,
  seen: Set<string>,
): void {
  for (const selection of set.selections) {
    if (selection.kind === Kind.FIELD) found.add(`${type}.${selection.name.value}`);
    else if (selection.kind === Kind.INLINE_FRAGMENT) collect(document, selection.selectionSet, type, found, seen);
    else if (!seen.has(selection.name.value)) {
      seen.add(selection.name.value);
      for (const definition of document.definitions)
        if (definition.kind === Kind.FRAGMENT_DEFINITION && definition.name.value === selection.name.value)
          collect(document, definition.selectionSet, type, found, seen);
    }
  }
}

/** A replica may answer queries, except those that state `onPrimary`. */
function mayUseReplica(type: GraphQLObjectType, names: ReadonlySet<string>): boolean {
  const fields = type.getFields();
  return [...names].every((name) => {
    const field = fields[name.slice(name.indexOf('.') + 1)];
    return name.startsWith('Query.') && !(field && rulesOf(field).onPrimary);
  });
}

/**
 * Whatever found the operation, it is not executed for a request whose method only reads.
 * @throws GraphQLError BAD_REQUEST with 405 for a mutation
 */
function checkReads(fields: readonly string[]): void {
  if (!fields.some((field) => field.startsWith('Mutation.'))) return;
  const http = { status: 405, headers: new HeaderMap([['allow', 'POST']]) };
  throw new GraphQLError('A mutation is only executed by POST.', { extensions: extensionsOf('BAD_REQUEST', { http }) });
}

/**
 * Executes an operation for a request of any transport, as the stages of `src/request/pipeline.ts` say.
 * @throws as `observed` and `execute`
 */
export function executeDocument(
  context: Context,
  fields: RootFields,
  cost: Cost,
  run: () => Promise<ExecutionResult>,
): Promise<ExecutionResult> {
  return observed(context, fields, cost.points, () => execute(context, cost, run));
}

/**
 * Runs an operation of a request, on a replica if it only reads. It is recorded, counted by its root fields, and traced.
 * @throws GraphQLError BAD_REQUEST for a mutation in a request whose method only reads; what `run` throws
 */
export async function observed<Result extends ExecutionResult>(
  { record, database }: Context,
  fields: RootFields,
  cost: number,
  run: () => Promise<Result>,
): Promise<Result> {
  const { names } = fields;
  if (!record.mayWrite) checkReads(names);
  database.texts?.begin();
  if (database.replicas && fields.mayUseReplica) readFromReplica(database);
  const { operations } = record.observer.metrics;
  record.operations = names;
  record.cost = cost;
  const ended = record.trace?.operation(names.join(' ').slice(0, 200));
  const begun = performance.now();
  let outcome: Outcome = 'failed';
  try {
    const result = await run();
    outcome = result.errors ? outcomeOf(result.errors, record.id) : 'ok';
    return result;
  } finally {
    const seconds = (performance.now() - begun) / 1000;
    for (const name of names) operations.add(name, seconds, outcome);
    ended?.(outcome === 'failed');
  }
}

/** Records that the document of a request was not executed. */
export function notExecuted({ record }: Context, cost: number | null = null): void {
  record.operations ??= [refused];
  record.cost = cost;
  record.observer.metrics.operations.add(refused, 0, 'refused');
}

/** The ids of the requests in which errors have occurred. */
const requestIds = new WeakMap<object, string>();

/** Returns the id of the request in which an error has occurred, or a new one if it is not known. */
export function requestIdOfError(error: unknown): string {
  return (typeof error === 'object' && error !== null && requestIds.get(error)) || newRequestId();
}

function outcomeOf(errors: NonNullable<ExecutionResult['errors']>, requestId: string): Outcome {
  let outcome: Outcome = 'refused';
  for (const error of errors) {
    requestIds.set(error, requestId);
    const original = error.originalError;
    if (!original) continue;
    const failure = failureOf(original);
    if (!failure || failure.code === 'UNAVAILABLE' || failure.code === 'STORAGE_FULL') outcome = 'failed';
  }
  return outcome;
}
