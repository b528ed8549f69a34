import { locatedError, responsePathAsArray } from 'graphql';
import type {
  FieldNode,
  GraphQLError,
  GraphQLField,
  GraphQLFieldResolver,
  GraphQLResolveInfo,
  ResponsePath,
} from 'graphql';
import type { ErrorBehavior } from '../execute/on-error.ts';
import { isPromise } from '../execute/is-promise.ts';
import type { ReadArguments } from './compiled-inputs.ts';

/** One run of a compiled operation. */
export interface Execution {
  readonly context: unknown;
  /** The coerced variables. */
  readonly variables: Record<string, unknown>;
  /** The arguments of fields by number. They are coerced once, and not for each row. */
  readonly args: Record<string, unknown>[];
  /** Errors of nullable fields, and of all fields with `NULL`. */
  readonly errors: GraphQLError[];
  readonly onError: ErrorBehavior;
  /** Bytes of the long texts of the answer so far. */
  textBytes: number;
}

/** A row of the database, or an object of the answer. */
export type Row = Record<string, unknown>;

/** A path in the answer. Undefined at its top. */
export type Path = ResponsePath | undefined;

/**
 * Converts the result of a resolver into the value for the client, or a promise of it. `key` is its position below `path`.
 * @throws Error when the value does not have its type
 */
export type Complete = (run: Execution, value: unknown, path: Path, key: string | number) => unknown;

/** A field of a selection, with everything that is the same in each run. */
export interface CompiledField {
  /** The name of the field in the answer. */
  key: string;
  /** The name of the field in the row, for fields without a resolver. */
  name: string;
  nodes: readonly FieldNode[];
  definition: GraphQLField<unknown, unknown>;
  resolve: GraphQLFieldResolver<unknown, unknown> | undefined;
  /** The index of its arguments in `Execution.args`. Null when it has none. */
  argsAt: number | null;
  readArgs: ReadArguments;
  /** The info without path and variables, which no resolver here reads. */
  info: GraphQLResolveInfo;
  nonNull: boolean;
  /** Whether it is a scalar or an enum value, whose completion never returns a promise. */
  isLeaf: boolean;
  complete: Complete;
}

/** Counts a long text of the answer. */
export function countText(run: Execution, text: string): void {
  run.textBytes += Buffer.byteLength(text);
}

const noArgs = Object.freeze({});

/**
 * Reads all fields of a row. Returns a promise when one of them is a promise. @throws GraphQLError for a null in a non-null
 * field
 */
export function fieldsTogether(
  run: Execution,
  fields: readonly CompiledField[],
  row: unknown,
  path: Path,
): Row | Promise<Row> {
  const found: Row = {};
  let later = false;
  try {
    for (const field of fields) {
      const value = fieldOf(run, field, row, path);
      // Promises are stored as well, to keep the order of the fields.
      found[field.key] = value;
      later ||= isPromise(value);
    }
  } catch (error: unknown) {
    if (later) return thrownAfter(Object.values(found), error);
    throw error;
  }
  return later ? settled(found) : found;
}

/** Resolves with the object once the promises in it have been replaced with their values. */
export async function settled(found: Row): Promise<Row> {
  const pending: Promise<unknown>[] = [];
  for (const key in found) {
    const value = found[key];
    if (isPromise(value)) pending.push(value.then((late) => (found[key] = late)));
  }
  await Promise.all(pending);
  return found;
}

/** Runs the fields of a mutation one after the other. */
export async function fieldsInTurn(run: Execution, fields: readonly CompiledField[], row: unknown): Promise<Row> {
  const found: Row = {};
  for (const field of fields) found[field.key] = await fieldOf(run, field, row, undefined);
  return found;
}

/** Returns the value of a field for the answer, or a promise of it. @throws GraphQLError for a null in a non-null field */
export function fieldOf(run: Execution, field: CompiledField, row: unknown, path: Path): unknown {
  let value: unknown;
  try {
    value = field.resolve ? field.resolve(row, argsOf(run, field), run.context, field.info) : (row as Row)[field.name];
  } catch (error: unknown) {
    return failed(run, field, error, path);
  }
  return completed(run, field, value, path);
}

/** Completes what was read from a row or returned by a resolver. @throws GraphQLError for a null in a non-null field */
export function completed(run: Execution, field: CompiledField, value: unknown, path: Path): unknown {
  try {
    if (isPromise(value)) return fieldLater(run, field, value, path);
    const whole = field.complete(run, value, path, field.key);
    return field.isLeaf || !isPromise(whole) ? whole : caught(run, field, whole, path);
  } catch (error: unknown) {
    return failed(run, field, error, path);
  }
}

/** Returns null and records the error of a field. In a non-null field, the error is thrown to the parent. */
export function failed(run: Execution, field: CompiledField, error: unknown, path: Path): null {
  return failure(run, field.nodes, field.nonNull, error, path, field.key);
}

// These are separate functions, because closures written in place would be allocated for each field of each row.
function fieldLater(run: Execution, field: CompiledField, value: Promise<unknown>, path: Path): Promise<unknown> {
  return caught(
    run,
    field,
    value.then((late) => field.complete(run, late, path, field.key)),
    path,
  );
}

function caught(run: Execution, field: CompiledField, whole: Promise<unknown>, path: Path): Promise<unknown> {
  return whole.catch((error: unknown) => failed(run, field, error, path));
}

function argsOf(run: Execution, { argsAt, readArgs }: CompiledField): Record<string, unknown> {
  if (argsAt === null) return noArgs;
  return (run.args[argsAt] ??= readArgs(run.variables));
}

/** Returns null and records the error. In a non-null field, the error is thrown to the parent, unless the request has chosen otherwise. */
export function failure(
  run: Execution,
  nodes: readonly FieldNode[],
  nonNull: boolean,
  error: unknown,
  prev: Path,
  key: string | number,
): null {
  const located = locatedError(error, nodes, responsePathAsArray({ prev, key, typename: undefined }));
  if (run.onError === 'HALT' || (nonNull && run.onError === 'PROPAGATE')) throw located;
  run.errors.push(located);
  return null;
}

/** Rejects with the error once everything that was started has settled. @param values values, and promises of values */
export async function thrownAfter(values: readonly unknown[], error: unknown): Promise<never> {
  await Promise.allSettled(values);
  throw error;
}
