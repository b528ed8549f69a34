/** The elevation gain of a track is computed. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { measurePath } from '../measure/distance.ts';
import { climb, climbProfile, elevationGainInMeters, smoothed } from '../measure/elevation.ts';
import type { Track } from '../track/track.ts';
import { type Place, trackOf } from './make-track.ts';
import { readRecording, recordings } from './read-recording.ts';
import { holds } from '@runners/testing';

const heights = (...values: Array<number | null>) => values.map((height): Place => [0, 0, height]);
const gainOf = (track: Track) => elevationGainInMeters(climbProfile(measurePath(track)));
const gain = (...segments: Array<Array<number | null>>) =>
  gainOf(trackOf(...segments.map((values) => heights(...values))));

describe('smoothing', () => {
  test('has the weights 0.3, 0.4 and 0.3, and keeps the ends', () => {
    const expected = [100, 0.3 * 100 + 0.4 * 110 + 0.3 * 90, 0.3 * 110 + 0.4 * 90 + 0.3 * 120, 120];
    smoothed(Float64Array.of(100, 110, 90, 120)).forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 9));
    expect(smoothed(Float64Array.of(7, 9))).toEqual(Float64Array.of(7, 9));
    expect(smoothed(Float64Array.of(7, NaN, 9, 8))).toEqual(Float64Array.of(7, NaN, 9, 8));
    expect(smoothed(new Float64Array())).toHaveLength(0);
  });
});

describe('hysteresis', () => {
  test.each<[string, number[], number]>([
    ['nothing', [], 0],
    ['one height', [400], 0],
    ['level', [400, 400, 400], 0],
    ['down', [400, 300], 0],
    ['under 5 m', [400, 404.9, 400, 404.9], 0],
    ['5 m', [400, 405], 5],
    ['a climb counts in full, in steps of any size', [400, 401, 402, 403, 404, 405, 406, 407.5], 7.5],
    ['from the lowest point', [400, 397, 404], 7],
    ['a dip under 5 m does not count twice', [400, 410, 406, 420], 20],
    ['a dip of 5 m does', [400, 410, 405, 420], 25],
    ['up, down, up', [100, 150, 100, 130], 80],
    ['noise on the way up', [0, 3, 1, 4, 2, 6, 3, 8], 8],
  ])('%s', (_, meters, expected) => {
    expect(climb(Float64Array.from(meters))).toBeCloseTo(expected, 9);
  });
});

describe('elevation gain', () => {
  test('smooths, then counts', () => {
    // 100 110 90 120 smooths to 100, 101, 105, 120: one climb of 20 m instead of 40
    expect(gain([100, 110, 90, 120])).toBeCloseTo(20, 9);
    // a peak of 10 m one point wide smooths to 3, 4, 3
    expect(gain([0, 0, 10, 0, 0])).toBe(0);
  });

  test('skips points without elevation', () => {
    expect(gain([null, 0, 50, 100, null])).toBe(100);
    // readings that are not neighbours are not smoothed: both dips of 10 m count
    expect(gain([0, null, 50, null, 40, null, 100])).toBe(110);
    expect(gain([0, 50, 40, 100])).toBeCloseTo(100, 9);
    expect(gain([null, null])).toBe(0);
    expect(gain([])).toBe(0);
  });

  test('begins again with each segment', () => {
    expect(gain([0, 50], [200, 220])).toBe(70);
    expect(gain([0, 3, 0], [3, 6, 3])).toBe(0);
  });

  test('is at least the difference between end and start', () => {
    expect(gain([100, 101, 103])).toBe(3);
    expect(gain([100, 104, 101], [7, 9])).toBe(3);
    expect(gain([103, 100])).toBe(0);
  });

  test('is at most the sum of all ascents, and at least from the start to the top minus 5 m', () => {
    holds(
      fc.property(fc.array(fc.double({ min: -100, max: 4000, noNaN: true })), (meters) => {
        const profile = Float64Array.from(meters);
        const plain = meters.reduce((sum, height, i) => sum + Math.max(0, height - (meters[i - 1] ?? height)), 0);
        const top = meters.length > 0 ? Math.max(...meters) - meters[0]! : 0;
        expect(climb(profile)).toBeLessThanOrEqual(plain + 1e-6);
        expect(climb(profile)).toBeGreaterThan(top - 5 - 1e-6);
      }),
    );
  });

  test('is 0 for a hilly walk of 5.88 m in total without an ascent of 5 m', () => {
    expect(gainOf(readRecording('route-without-times.gpx'))).toBe(0);
  });

  test.each(recordings)('$file climbs at most the sum of all ascents', ({ file, climb }) => {
    expect(gainOf(readRecording(file))).toBeLessThanOrEqual(climb);
  });

  test.each([
    ['strava-5k-heart-rate.gpx', 39.5],
    ['garmin-activity.gpx', 182.5],
    ['endomondo-two-segments.gpx', 259],
    ['gpx10-four-tracks-partly-timed.gpx', 643.8],
    // two of its segments rise by less than 5 m, and end higher than they began
    ['eight-segments-hike.gpx', 56.8],
  ])('%s climbs %d m', (file, expected) => {
    expect(gainOf(readRecording(file))).toBeCloseTo(expected, 1);
  });

  test.each(recordings.slice(0, 5))('$file climbs at least half the sum of all ascents', ({ file, climb }) => {
    expect(gainOf(readRecording(file))).toBeGreaterThanOrEqual(climb / 2);
  });
});
