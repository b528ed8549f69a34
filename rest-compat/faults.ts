import { Failure } from '../src/errors.ts';
import type { Args } from './args.ts';
import type { AnyRow, RestRequest } from './endpoint.ts';

/**
 * A row's variables stop at the first field that is not valid; this goes on and names them all (decisions W19: one line
 * a field). Other errors are returned as they are.
 */
export function allFaults(first: unknown, row: AnyRow, request: RestRequest): unknown {
  if (!isFault(first)) return first;
  const fields: Record<string, string> = {};
  try {
    row.variables({ ...request, args: lenient(request.args, fields) });
  } catch (error: unknown) {
    // A row may stumble over a field that is missing now, or have a check of its own.
    if (isFault(error)) Object.assign(fields, error.details.fields);
  }
  const all = { ...first.details.fields, ...fields };
  const lines = Object.entries(all).map(([field, sentence]) => `${field}: ${sentence}`);
  return new Failure('INVALID', lines.join('\n'), { ...first.details, fields: all });
}

/** The same arguments; what a reader refuses is noted, and undefined. */
function lenient(args: Args, fields: Record<string, string>): Args {
  return new Proxy(args, {
    get(target, name) {
      const reader: unknown = Reflect.get(target, name, target);
      if (typeof reader !== 'function') return reader;
      return (...given: unknown[]): unknown => {
        try {
          return Reflect.apply(reader, target, given);
        } catch (error: unknown) {
          if (!isFault(error)) throw error;
          Object.assign(fields, error.details.fields);
          return undefined;
        }
      };
    },
  });
}

function isFault(error: unknown): error is Failure {
  return error instanceof Failure && error.code === 'INVALID';
}
