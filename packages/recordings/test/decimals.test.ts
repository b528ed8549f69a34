/** Decimals in GPX documents are read correctly. */
import { expect, test } from '@jest/globals';
import { holds } from '@runners/testing';
import * as fc from 'fast-check';
import { decimalOf } from '../gpx/text-values.ts';

test('decimals are the numbers JavaScript reads, up to fifteen digits', () => {
  holds(
    fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.nat(14), (units, places) => {
      const digits = String(Math.abs(units)).padStart(places + 1, '0');
      const prefixLength = digits.length - places;
      const text = `${units < 0 ? '-' : ''}${digits.slice(0, prefixLength)}.${digits.slice(prefixLength)}`;
      expect(decimalOf(text)).toBe(Number(text));
    }),
  );
  expect(decimalOf('37.24173816852271556854248046875')).toBeCloseTo(37.241_738_168_522_71, 12);
  expect(decimalOf(`0.${'0'.repeat(40)}1`)).toBe(1e-41);
  expect(decimalOf('12345678901234567')).toBe(Number('12345678901234567'));
});

test.each([
  '',
  '.',
  '-',
  '+-1',
  '1,5',
  '0x10',
  'Infinity',
  '1e',
  'e1',
  '1.2.3',
  '1 2',
  '\u0131',
  '１',
  '1'.repeat(999),
])('%j is not a decimal', (text) => {
  expect(decimalOf(text)).toBeNaN();
});
