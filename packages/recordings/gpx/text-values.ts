import { GpxValues } from './values.ts';

/** The largest length of a text that is read as a number. */
const LONGEST = 128;

const scratch = Buffer.alloc(LONGEST + 4);
const values = new GpxValues(scratch);

/** Copies text to where `values` reads. Returns its length in bytes, or -1 if it cannot be a number. */
function copyToScratch(text: string): number {
  if (text.length > LONGEST) return -1;
  // UTF-8, so that no other character is mistaken for the ASCII character of its low byte
  const length = scratch.write(text, 0, 'utf8');
  scratch[length] = 0;
  values.at = 0;
  return length;
}

/**
 * Reads a whole text as a decimal, as GpxValues does. Exponents (`1e-7`), which some programs write, are accepted as
 * well.
 * @returns the number, or NaN if the text is not one
 */
export function decimalOf(text: string): number {
  const length = copyToScratch(text);
  if (length < 0) return Number.NaN;
  const value = values.decimal();
  if (!Number.isNaN(value) && values.at === length) return value;
  return /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/.test(text) ? Number(text) : Number.NaN;
}
