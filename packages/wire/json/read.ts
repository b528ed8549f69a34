import { checkDepth } from '../body/depth.ts';
import { TooManyValues } from '../body/too-many-values.ts';
import { MalformedBody } from '../body/malformed-body.ts';
import { utf8Text } from '../body/utf8-text.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;

/**
 * Parses a JSON body. It may be any JSON value, not only an object. `__proto__` is an ordinary key, the last of
 * repeated keys counts (RFC 8259), and `1e999` is Infinity, which the reader of the field refuses.
 * @param maxValues the largest number of values; by default, there is none
 * @throws MalformedBody when it isn't JSON in UTF-8, or nested too deeply; TooManyValues
 */
export function readJson(bytes: Buffer, maxValues = Infinity): unknown {
  // Each value takes at least one byte, so only the values of a large body are counted in advance, which takes as long
  // as parsing it.
  const few = bytes.length < maxValues;
  if (!few) checkSize(bytes, maxValues);
  const text = utf8Text(bytes);
  try {
    const value: unknown = JSON.parse(text);
    if (few) checkNesting(value, 1);
    return value;
  } catch (error) {
    if (error instanceof MalformedBody) throw error;
    // Too many brackets are reported first, even if the text is not JSON.
    checkSize(bytes, maxValues);
    throw new MalformedBody(`the body ${notJson(error)}`);
  }
}

/** The end of a sentence about a text that `JSON.parse` has refused. It has nothing of the text, which may be a secret. */
export function notJson(error: unknown): string {
  const at = error instanceof Error ? /\(line \d+ column \d+\)$/.exec(error.message) : null;
  return at ? `is not valid JSON ${at[0]}` : 'is not valid JSON';
}

/** Checks the depth of a parsed value, and visits it no deeper than is allowed. */
function checkNesting(value: unknown, depth: number): void {
  if (typeof value !== 'object' || value === null) return;
  checkDepth(depth);
  if (Array.isArray(value)) for (const item of value) checkNesting(item, depth + 1);
  else for (const key in value) checkNesting((value as Record<string, unknown>)[key], depth + 1);
}

/**
 * Counts brackets and commas outside strings before anything is parsed, because 32 MiB of `[` would otherwise take a
 * gigabyte.
 * @throws MalformedBody when it is nested too deeply; TooManyValues
 */
export function checkSize(bytes: Buffer, maxValues: number): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    if (byte === QUOTE) {
      at = endOfString(bytes, at + 1);
    } else if ((byte & 0xdf) === OPEN_BRACKET) {
      checkDepth(++depth);
      values++;
    } else if ((byte & 0xdf) === CLOSE_BRACKET) {
      depth--;
    } else if (byte === COMMA) {
      values++;
    }
  }
  // Each comma adds a value, and each bracket adds a collection.
  if (values > maxValues) throw new TooManyValues(`the JSON has more than ${maxValues} values`);
}

/** The position of the closing quote of the string that starts at `at`; the end of the body when there is none. */
function endOfString(bytes: Buffer, at: number): number {
  for (let i = at; i < bytes.length; i++) {
    const byte = bytes[i];
    if (byte === QUOTE) return i;
    if (byte === BACKSLASH) i++;
  }
  return bytes.length;
}
