import { lengths } from '../src/platform/text.ts';

/** A number as descriptions have it: `10,000`. */
export function counted(number: number): string {
  return number.toLocaleString('en-US');
}

/** How long a text may be, for descriptions: `10,000 characters`. */
export function longest(kind: keyof typeof lengths): string {
  return `${counted(lengths[kind])} characters`;
}
