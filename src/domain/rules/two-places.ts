/**
 * Rounds a number to two decimal places, as decimals are stored, half up (decisions P21). The digits that are rounded are
 * those of its shortest decimal text, which is what was sent: 1.015 is 1.02, although its binary value is below that. Numbers
 * that are too large for a fraction, and those that are not finite, are returned as they are.
 */
export function twoPlaces(value: number): number {
  if (!(Math.abs(value) < 1e15)) return value;
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Number(`${Math.round(Number(`${digits}e${Number(exponent) + 2}`))}e-2`);
}
