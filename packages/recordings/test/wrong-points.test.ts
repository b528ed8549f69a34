/** The edges of the rules by which points, times and elevations are wrong (decisions P12). */
import { describe, expect, test } from '@jest/globals';
import { distanceInMeters, measurePath } from '../measure/distance.ts';
import { climbProfile, elevationGainInMeters } from '../measure/elevation.ts';
import { durationInSeconds } from '../measure/duration.ts';
import { repairsOf } from '../measure/repairs.ts';
import { timelineOf } from '../measure/timeline.ts';
import { type Place, runOf, steady, trackOf } from './make-track.ts';

const seconds = (...segments: Parameters<typeof runOf>) =>
  durationInSeconds(timelineOf(measurePath(runOf(...segments))));
const meters = (...segments: Parameters<typeof runOf>) => Math.round(distanceInMeters(measurePath(runOf(...segments))));
const run = (from: number, second: number, count: number) => steady(from, second, 3, 1, count);

describe('a clock that steps back', () => {
  const stepped: Array<[number, number]> = [...run(0, 0, 100), ...run(300, -3600, 100)];

  test('begins a new stretch and takes no time away', () => {
    expect(seconds(stepped)).toBe(199);
    expect(timelineOf(measurePath(runOf(stepped))).stretchStarts).toEqual([0, 100]);
    expect(repairsOf(runOf(stepped))).toEqual([{ kind: 'clock_step', points: 1 }]);
  });

  test('more than three times in a segment shows no order, and no more time passed than the times say', () => {
    const often = Array.from({ length: 8 }, (_, i) => run(i * 30, i, 10)).flat();
    expect(seconds(often)).toBeLessThanOrEqual(17);
  });
});

describe('segments', () => {
  test('of the same time that are no copies share it', () => {
    expect(seconds(run(0, 0, 101), run(9000, 50, 101))).toBe(150);
    expect(meters(run(0, 0, 101), run(9000, 50, 101))).toBe(600);
  });

  test('that are a part of another one count once, whichever comes first', () => {
    const stepped: Array<[number, number]> = [...run(0, 0, 50), ...run(150, -600, 50)];
    for (const part of [run(210, -580, 20), run(120, 40, 15)])
      expect([meters(stepped, part), seconds(stepped, part)]).toEqual([297, 99]);
    for (const both of [
      [run(0, 0, 101), run(60, 20, 40)],
      [run(60, 20, 40), run(0, 0, 101)],
    ]) {
      expect([meters(...both), seconds(...both)]).toEqual([300, 100]);
      expect(repairsOf(runOf(...both))).toEqual([{ kind: 'copied_segment', points: 40 }]);
    }
  });
});

describe('a group of points elsewhere', () => {
  const far = (second: number, count: number) => run(90_000, second, count);
  test.each<[string, Array<[number, number]>, number]>([
    ['of five at the start', [...far(0, 5), ...run(15, 5, 100)], 5],
    ['of ten seconds at the end', [...run(0, 0, 100), ...far(100, 11)], 11],
    ['of ten seconds inside', [...run(0, 0, 100), ...far(100, 11), ...run(333, 111, 100)], 11],
    [
      'of twenty seconds, where the run may have gone on',
      [...run(0, 0, 100), ...far(100, 20), ...run(360, 120, 100)],
      0,
    ],
    ['at the start of a short run', [...far(0, 1), ...run(3, 1, 4)], 0],
  ])('%s', (_, points, outliers) => {
    expect(repairsOf(runOf(points))).toEqual(outliers === 0 ? [] : [{ kind: 'outlier', points: outliers }]);
  });

  const untimed = (points: Array<[number, number]>) => points.map(([m]): [number, null] => [m, null]);
  test.each<[string, Array<[number, number | null]>, number]>([
    ['at the start of a run without times', untimed([...far(0, 3), ...run(9, 3, 100)]), 3],
    ['inside a run without times', untimed([...run(0, 0, 50), ...far(0, 5), ...run(165, 0, 50)]), 5],
    ['at the end of a run that loses its times', [...run(0, 0, 99), ...untimed([...run(297, 0, 9), ...far(0, 2)])], 2],
    ['less than a kilometer away, which times would tell', untimed([...run(900, 0, 1), ...run(3, 1, 100)]), 0],
    ['of a route that was drawn with few points', untimed([[0, 0], ...steady(9000, 0, 500, 1, 20)]), 0],
  ])('%s', (_, points, outliers) => {
    expect(repairsOf(runOf(points))).toEqual(outliers === 0 ? [] : [{ kind: 'outlier', points: outliers }]);
  });

  test('that a runner could have reached from the segment before is kept', () => {
    const later = [...far(90_000, 2), ...run(0, 90_002, 100)];
    expect(repairsOf(runOf(run(0, 0, 10), later))).toEqual([]);
    const soon = [...far(20, 2), ...run(0, 22, 100)];
    expect(repairsOf(runOf(run(0, 0, 10), soon))).toEqual([{ kind: 'outlier', points: 2 }]);
  });
});

test('points at 0/0 are real for who runs near them', () => {
  const places = [0, 1, 2, 3].map((i): Place => [0, i / 100, null, i * 600]);
  expect(repairsOf(trackOf(places))).toEqual([]);
});

test.each<[string, Array<[height: number, second: number | null]>, number]>([
  [
    '31 m in 10 s are none',
    [
      [400, 0],
      [415.5, 5],
      [431, 10],
      [431, 60],
    ],
    0,
  ],
  [
    '30 m in 10 s are a climb',
    [
      [400, 0],
      [410, 5],
      [430, 10],
      [430, 60],
    ],
    30,
  ],
  [
    'a slow climb after a leap is one',
    [
      [400, 0],
      [600, 1],
      [650, 100],
      [650, 101],
    ],
    50,
  ],
  [
    'a first elevation of 0 is none',
    [
      [0, null],
      [0, null],
      [500, null],
      [500, null],
    ],
    0,
  ],
  [
    'from the sea to 100 m it is one',
    [
      [0, null],
      [100, null],
      [100, null],
    ],
    100,
  ],
  [
    'a lone spike without times is none',
    [
      [400, null],
      [600, null],
      [400, null],
    ],
    0,
  ],
])('of elevations, %s', (_, heights, climb) => {
  const places = heights.map(([height, second]): Place => [47, 8, height, second]);
  expect(elevationGainInMeters(climbProfile(measurePath(trackOf(places))))).toBeCloseTo(climb, 0);
});
