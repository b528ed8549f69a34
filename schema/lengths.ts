import { lengths } from '../src/platform/text.ts';

/** A number in the form that descriptions use: `10,000`. */
export function counted(number: number): string {
  return number.toLocaleString('en-US');
}

/** The largest length of a text, for descriptions: `10,000 characters`. */
export function longest(kind: keyof typeof lengths): string {
  return `${counted(lengths[kind])} characters`;
}

/** A size in bytes, for descriptions: `32 MiB`. */
export function mebibytes(bytes: number): string {
  return `${bytes / 2 ** 20} MiB`;
}

/** For descriptions of amounts of money, which have no currency: organizers and sponsors agree on one outside of the service. */
export const currency = 'It has no currency: the organizer and the sponsors agree on one outside of the service.';

/** The rule for null in inputs that change something (decisions D294), for their descriptions. */
export const editRule =
  'Fields that are left out keep their values, and null empties a field. Null is refused where there must be a value.';
