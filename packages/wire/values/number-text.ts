/** Writes a finite integer with all its digits: `1e21` becomes `1000000000000000000000`. */
export function integerText(value: number): string {
  return Number.isSafeInteger(value) ? String(value) : BigInt(value).toString();
}

/**
 * Writes a finite number as a float, always with a fraction, in the fewest digits that are read back as the same
 * number: `5.0`, `1.0e+21`.
 */
export function floatText(value: number): string {
  const text = Object.is(value, -0) ? '-0' : String(value);
  if (text.includes('.')) return text;
  const exponent = text.indexOf('e');
  return exponent < 0 ? `${text}.0` : `${text.slice(0, exponent)}.0${text.slice(exponent)}`;
}
