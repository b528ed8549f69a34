import type { WireValue } from '../values/wire-value.ts';

/** Writes a reply as JSON, without white space, with keys in the given order. */
export function writeJson(value: WireValue): string {
  return JSON.stringify(value);
}
