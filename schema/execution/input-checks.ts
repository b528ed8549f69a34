import type { GraphQLField } from 'graphql';
import type { Context } from '../../src/domain/context.ts';
import { faultsOf } from '../../src/errors.ts';
import type { Violation } from '../../src/errors.ts';
import { rulesOf } from '../root-field.ts';

/**
 * What the `checks` of a root field find in its arguments. An operation may stop at the first field, as REST has always named one; then, and
 * when a field does not match its type, the rest of them runs as well (decisions D270). What cannot be checked, because parts of it are
 * missing, is left out.
 */
export function furtherFaults(
  field: Pick<GraphQLField<unknown, unknown>, 'extensions'>,
  args: Readonly<Record<string, unknown>>,
  context: Context,
): Violation[] {
  const { checks } = rulesOf(field);
  if (!checks) return [];
  const input = 'input' in args ? args['input'] : args;
  const made = withoutErrors(() => checks(input, { viewer: context.viewer, now: context.now() })) ?? {};
  return Object.entries(made).flatMap(([name, check]) => withoutErrors(() => faultsOf({ [name]: check })) ?? []);
}

/** The result, or undefined when a value is missing that it is made of. */
function withoutErrors<Result>(make: () => Result): Result | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}
