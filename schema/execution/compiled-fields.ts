import { getArgumentValues, locatedError, responsePathAsArray } from 'graphql';
import type {
  FieldNode,
  GraphQLError,
  GraphQLField,
  GraphQLFieldResolver,
  GraphQLResolveInfo,
  ResponsePath,
} from 'graphql';
import type { Context } from '../../src/domain/context.ts';

/** One run of a compiled operation. */
export interface Execution {
  readonly context: Context;
  /** As the schema understands them. */
  readonly variables: Record<string, unknown>;
  /** Arguments of fields by their number: read once, not once a row. */
  readonly args: Record<string, unknown>[];
  /** What went wrong where null may be. */
  readonly errors: GraphQLError[];
}

type Row = Record<string, unknown>;

/** Where in the answer something stands; undefined: at its top. */
export type Path = ResponsePath | undefined;

/**
 * Makes of what a resolver gave what the client gets, or a promise of it; `key` is its place below `path`.
 * @throws whatever is wrong with it
 */
export type Complete = (run: Execution, value: unknown, path: Path, key: string | number) => unknown;

/** A field of a selection, with all about it that is the same in every run. */
export interface CompiledField {
  /** Its name in the answer. */
  key: string;
  /** Its name in the row, for fields without a resolver. */
  name: string;
  nodes: readonly FieldNode[];
  definition: GraphQLField<unknown, unknown>;
  resolve: GraphQLFieldResolver<unknown, Context> | undefined;
  /** Its place in `Execution.args`; null when it takes none. */
  argsAt: number | null;
  /** Without path and variables, which no resolver here asks for. */
  info: GraphQLResolveInfo;
  nonNull: boolean;
  /** A scalar or an enum value: what completes it gives no promise. */
  isLeaf: boolean;
  complete: Complete;
}

const noArgs = Object.freeze({});

export function isPromise(value: unknown): value is Promise<unknown> {
  return typeof value === 'object' && value !== null && typeof (value as { then?: unknown }).then === 'function';
}

/** The fields of a row, read at once; a promise when one of them is one. @throws GraphQLError where null may not be */
export function fieldsTogether(
  run: Execution,
  fields: readonly CompiledField[],
  row: unknown,
  path: Path,
): Row | Promise<Row> {
  const found: Row = {};
  let pending: Promise<void>[] | undefined;
  try {
    for (const field of fields) {
      const value = fieldOf(run, field, row, path);
      // Promises too: their places keep the order of the fields.
      found[field.key] = value;
      if (isPromise(value)) (pending ??= []).push(put(found, field.key, value));
    }
  } catch (error: unknown) {
    if (pending) return thrownAfter(pending, error);
    throw error;
  }
  return pending ? Promise.all(pending).then(() => found) : found;
}

/** The fields of a mutation: one after the other, each when the one before has ended. */
export async function fieldsInTurn(run: Execution, fields: readonly CompiledField[], row: unknown): Promise<Row> {
  const found: Row = {};
  for (const field of fields) found[field.key] = await fieldOf(run, field, row, undefined);
  return found;
}

function fieldOf(run: Execution, field: CompiledField, row: unknown, path: Path): unknown {
  try {
    const value = field.resolve
      ? field.resolve(row, argsOf(run, field), run.context, field.info)
      : (row as Row)[field.name];
    if (isPromise(value)) return fieldLater(run, field, value, path);
    const whole = field.complete(run, value, path, field.key);
    return field.isLeaf || !isPromise(whole) ? whole : caught(run, field, whole, path);
  } catch (error: unknown) {
    return failure(run, field.nodes, field.nonNull, error, path, field.key);
  }
}

// Functions of their own: what closures hold is allocated for every field of every row where they are written in place.
function fieldLater(run: Execution, field: CompiledField, value: Promise<unknown>, path: Path): Promise<unknown> {
  return caught(
    run,
    field,
    value.then((late) => field.complete(run, late, path, field.key)),
    path,
  );
}

function caught(run: Execution, field: CompiledField, whole: Promise<unknown>, path: Path): Promise<unknown> {
  return whole.catch((error: unknown) => failure(run, field.nodes, field.nonNull, error, path, field.key));
}

function put(found: Row, key: string, value: Promise<unknown>): Promise<void> {
  return value.then((late) => void (found[key] = late));
}

function argsOf(run: Execution, { argsAt, definition, nodes }: CompiledField): Record<string, unknown> {
  if (argsAt === null) return noArgs;
  return (run.args[argsAt] ??= getArgumentValues(definition, nodes[0] as FieldNode, run.variables));
}

/** Null, with the error noted; where null may not be, the error goes on to what holds this. */
export function failure(
  run: Execution,
  nodes: readonly FieldNode[],
  nonNull: boolean,
  error: unknown,
  prev: Path,
  key: string | number,
): null {
  const located = locatedError(error, nodes, responsePathAsArray({ prev, key, typename: undefined }));
  if (nonNull) throw located;
  run.errors.push(located);
  return null;
}

/** Ends with the error when all that was begun has ended. */
export async function thrownAfter(pending: Promise<unknown>[], error: unknown): Promise<never> {
  await Promise.allSettled(pending);
  throw error;
}
