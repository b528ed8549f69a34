import type { WireValue } from './wire-value.ts';

/** A reply as JSON, without white space, keys in the order given. */
export function writeJson(value: WireValue): string {
  return JSON.stringify(value);
}
