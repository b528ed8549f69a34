import { invalid, together } from '../../errors.ts';
import type { Checks } from '../../errors.ts';

/**
 * The rule for null in every input that changes something (decisions D294): a field that is left out keeps its value, null empties
 * it, and null is refused where there must be a value.
 * @param filled the fields that must have a value
 * @throws Failure INVALID naming each of them that is null
 */
export function refuseNull<Changes extends object>(
  changes: Changes,
  filled: readonly (keyof Changes & string)[],
): void {
  together(nullChecks(changes, filled));
}

/** The checks of `refuseNull` by the fields that are null. Each of them fails. */
export function nullChecks<Changes extends object>(
  changes: Changes,
  filled: readonly (keyof Changes & string)[],
): Checks {
  const refuse = (name: string) => () => {
    throw invalid(name, 'cannot be empty; leave it out to keep its value', 'REQUIRED');
  };
  return Object.fromEntries(filled.filter((name) => changes[name] === null).map((name) => [name, refuse(name)]));
}
