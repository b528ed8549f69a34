import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { decimalOf, timeOf } from '../../src/domain/tracks/gpx-text-values.ts';

test.each([
  ['2024-03-01T07:00:00Z', '2024-03-01T07:00:00.000Z'],
  ['2024-03-01T07:00:00', '2024-03-01T07:00:00.000Z'],
  ['2024-03-01T07:00Z', '2024-03-01T07:00:00.000Z'],
  ['2024-03-01T07:00:00.1Z', '2024-03-01T07:00:00.100Z'],
  ['2024-03-01T07:00:00,25Z', '2024-03-01T07:00:00.250Z'],
  ['2024-03-01T07:00:00.123999999999Z', '2024-03-01T07:00:00.123Z'],
  ['2024-03-01T07:00:00+02:00', '2024-03-01T05:00:00.000Z'],
  ['2024-03-01T07:00:00.5-0930', '2024-03-01T16:30:00.500Z'],
  ['2024-03-01T07:00:00+05', '2024-03-01T02:00:00.000Z'],
  ['2024-01-01T00:30:00+01:00', '2023-12-31T23:30:00.000Z'],
  ['2024-02-29T23:59:60Z', '2024-03-01T00:00:00.000Z'],
  ['2023-12-31T24:00:00Z', '2024-01-01T00:00:00.000Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
])('%s is %s', (text, utc) => {
  expect(timeOf(text)).toBe(Date.parse(utc));
});

test.each([
  '',
  'now',
  '1709276400',
  '2024-03-01',
  '2024-03-01 07:00:00Z',
  '2024-03-01T07Z',
  '2024-13-01T07:00:00Z',
  '2024-00-01T07:00:00Z',
  '2024-02-30T07:00:00Z',
  '2023-02-29T07:00:00Z',
  '1900-02-29T07:00:00Z',
  '2024-04-31T07:00:00Z',
  '2024-03-00T07:00:00Z',
  '2024-03-01T25:00:00Z',
  '2024-03-01T24:00:01Z',
  '2024-03-01T07:60:00Z',
  '2024-03-01T07:00:61Z',
  '2024-03-01T07:00:00.Z',
  '2024-03-01T07:00:00.5x',
  '2024-03-01T07:00:00ZZ',
  '2024-03-01T07:00:00+25:00',
  '2024-03-01T07:00:00+0',
  '2024-03-01T07:00:00+02:0',
  '24-03-01T07:00:00Z',
  '+2024-03-01T07:00:00Z',
  '2024-03-0\u0131T07:00:00Z',
  `2024-03-01T07:00:00.${'1'.repeat(1000)}Z`,
])('%s is no time', (text) => {
  expect(timeOf(text)).toBeNaN();
});

test('times as JavaScript writes them', () => {
  fc.assert(
    fc.property(
      fc.date({ min: new Date('0000-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59Z'), noInvalidDate: true }),
      (date) => {
        expect(timeOf(date.toISOString())).toBe(date.getTime());
      },
    ),
  );
});

test('decimals are the numbers JavaScript reads, up to fifteen digits', () => {
  fc.assert(
    fc.property(fc.integer({ min: -999_999_999_999_999, max: 999_999_999_999_999 }), fc.nat(14), (units, places) => {
      const digits = String(Math.abs(units)).padStart(places + 1, '0');
      const cut = digits.length - places;
      const text = `${units < 0 ? '-' : ''}${digits.slice(0, cut)}.${digits.slice(cut)}`;
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
])('%j is no decimal', (text) => {
  expect(decimalOf(text)).toBeNaN();
});
