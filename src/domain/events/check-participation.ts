import { invalid } from '../../errors.ts';
import { checkText } from '../../platform/text.ts';
import { twoPlaces } from '../rules/two-places.ts';

/** Checks and trims the text of a participation, which may be empty. @throws Failure INVALID */
function checkDescription(description: string): string {
  return checkText(description, 'description', 'text');
}

/** The checks of a participation by its fields. A text that is left out is null, and one that is null is empty. */
export const participationChecks = (input: { description?: string | null; userGoalInMiles?: number | null }) => ({
  description: () => (input.description === undefined ? null : checkDescription(input.description ?? '')),
  userGoalInMiles: () => (input.userGoalInMiles == null ? null : checkGoal(input.userGoalInMiles)),
});

/** The checks of a promise by its fields. */
export const promiseChecks = (input: { name?: string | null; amountPerMile: number }) => ({
  name: () => checkText(input.name ?? '', 'name', 'name'),
  amountPerMile: () => checkAmount(input.amountPerMile, 0.01),
});

/** Checks a goal in whole miles. @throws Failure INVALID */
function checkGoal(miles: number): number {
  if (!Number.isInteger(miles) || miles < 0 || miles > 100_000)
    throw invalid('userGoalInMiles', 'must be a whole number of miles between 0 and 100000', 'OUT_OF_RANGE');
  return miles;
}

/**
 * Checks an amount of money for a mile, with two decimal places. It has no currency, as in the interface. @throws
 * Failure INVALID
 */
export function checkAmount(amount: number, least: number): number {
  const rounded = twoPlaces(amount);
  if (!Number.isFinite(amount) || rounded < least || rounded > 10_000)
    throw invalid('amountPerMile', `must be between ${least} and 10000`, 'OUT_OF_RANGE');
  return rounded;
}
