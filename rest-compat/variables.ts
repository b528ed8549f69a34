import { Failure, invalidFields } from '../src/errors.ts';
import type { Violation } from '../src/errors.ts';
import type { Args } from './args.ts';
import type { AnyRow, RestRequest } from './endpoint.ts';
import { wireName } from './errors.ts';

/** Runs a row's document; throws the error that the operation threw. */
export type RunRow = (variables: Record<string, unknown>) => Promise<unknown>;

/**
 * The variables of a row. @throws Failure naming all invalid fields, one line each (decisions W19, N13, N14), but only if
 * the object that they belong to exists and belongs to the caller (A2)
 */
export function variablesOf(
  row: AnyRow,
  request: RestRequest,
  run: RunRow,
): Record<string, unknown> | Promise<Record<string, unknown>> {
  try {
    return present(row.variables(request));
  } catch (error: unknown) {
    return allFaults(error, row, request, run).then((fault) => Promise.reject(fault));
  }
}

/** Removes variables that were not sent, because GraphQL reads an undefined field as null, and null empties a field. */
export function present(variables: Record<string, unknown>): Record<string, unknown> {
  const sent: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(variables))
    if (value !== undefined) sent[name] = name === 'input' ? present(value as Record<string, unknown>) : value;
  return sent;
}

/**
 * The `variables` of a row stop at the first invalid field; this collects all of them. Other errors are returned unchanged.
 */
async function allFaults(first: unknown, row: AnyRow, request: RestRequest, run: RunRow): Promise<unknown> {
  const fields: Faults = new Map();
  addFields(fields, first);
  let valid: Record<string, unknown> | null = null;
  try {
    valid = row.variables({ ...request, args: lenient(request.args, fields) });
  } catch (error: unknown) {
    // A row may fail because a field is missing now, or have a check of its own.
    addFields(fields, error);
  }
  const refused = await refusal(run, () => (valid && row.validateOnly?.(valid)) ?? row.unchanged?.(request));
  if (!isFault(first) || (refused && !isFault(refused))) return refused ?? first;
  addFields(fields, refused);
  return invalidFields([...fields.values()]);
}

/**
 * Why the operation refuses variables that change nothing. Null when it accepts them, or when not even the object is named.
 */
async function refusal(run: RunRow, trial: () => Record<string, unknown> | undefined): Promise<unknown> {
  let variables;
  try {
    variables = trial();
  } catch {
    return null;
  }
  if (!variables) return null;
  return run(present(variables)).then(
    // A query answers null for what does not exist.
    (data) => (Object.values(data as object)[0] === null ? new Failure('NOT_FOUND') : null),
    (error: unknown) => error,
  );
}

/** What is wrong with each field, by its name in the interface. */
type Faults = Map<string, Violation>;

/**
 * Collects the fields that a failure names, by their names in the interface. What was found first counts: the operation speaks of a
 * value that stands in for one that could not be read.
 */
function addFields(fields: Faults, error: unknown): void {
  if (!isFault(error)) return;
  for (const violation of error.details.violations ?? []) {
    const path = wireName(violation.path);
    if (!fields.has(path)) fields.set(path, { ...violation, path });
  }
}

/** Reads the arguments, except that a refused value is recorded and read as undefined. */
function lenient(args: Args, fields: Faults): Args {
  return new Proxy(args, {
    get(target, name) {
      const reader: unknown = Reflect.get(target, name, target);
      if (typeof reader !== 'function') return reader;
      return (...given: unknown[]): unknown => {
        try {
          return Reflect.apply(reader, target, given);
        } catch (error: unknown) {
          if (!isFault(error)) throw error;
          addFields(fields, error);
          return undefined;
        }
      };
    },
  });
}

function isFault(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'INVALID';
}
