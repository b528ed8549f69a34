/** Reports cover the right periods in every time zone. */
import { describe, expect, test } from '@jest/globals';
import { lastPeriod } from '../../src/domain/reports/period.ts';

describe('periods', () => {
  test.each([
    ['weekly', 'UTC', '2026-03-09T00:00:00Z', '2–8 March 2026', '2026-03-02T00:00:00Z', '2026-03-09T00:00:00Z'],
    [
      'weekly',
      'UTC',
      '2026-03-08T23:59:59Z',
      '23 February – 1 March 2026',
      '2026-02-23T00:00:00Z',
      '2026-03-02T00:00:00Z',
    ],
    [
      'weekly',
      'UTC',
      '2027-01-04T00:00:00Z',
      '28 December 2026 – 3 January 2027',
      '2026-12-28T00:00:00Z',
      '2027-01-04T00:00:00Z',
    ],
    // Clocks go forward on 29 March and on 8 March: weeks of 167 hours.
    [
      'weekly',
      'Europe/Zurich',
      '2026-03-30T00:00:00Z',
      '23–29 March 2026',
      '2026-03-22T23:00:00Z',
      '2026-03-29T22:00:00Z',
    ],
    [
      'weekly',
      'America/New_York',
      '2026-03-09T05:00:00Z',
      '2–8 March 2026',
      '2026-03-02T05:00:00Z',
      '2026-03-09T04:00:00Z',
    ],
    [
      'monthly',
      'Asia/Kathmandu',
      '2026-02-28T18:15:00Z',
      'February 2026',
      '2026-01-31T18:15:00Z',
      '2026-02-28T18:15:00Z',
    ],
    ['annual', 'Nowhere/Atall', '2026-05-05T00:00:00Z', '2025', '2025-01-01T00:00:00Z', '2026-01-01T00:00:00Z'],
  ] as const)('%s in %s at %s is %s', (kind, zone, now, title, from, to) => {
    expect(lastPeriod(kind, zone, new Date(now))).toMatchObject({ title, from, to });
  });
});
