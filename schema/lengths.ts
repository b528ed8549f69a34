import { lengths } from '../src/platform/text.ts';

/** A number in the form that descriptions use: `10,000`. */
export function counted(number: number): string {
  return number.toLocaleString('en-US');
}

/** The largest length of a text, for descriptions: `10,000 characters`. */
export function longest(kind: keyof typeof lengths): string {
  return `${counted(lengths[kind])} characters`;
}
