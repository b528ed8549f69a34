/** The length of a track is computed without jumps of the receiver. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { distanceInMeters, measurePath } from '../measure/distance.ts';
import { leftOutAs } from '../track/left-out.ts';
import { METERS_A_DEGREE, type Place, runOf, trackOf } from './make-track.ts';
import { readRecording, recordings } from './read-recording.ts';
import { earthRadius } from '../track/units.ts';
import { holds } from '@runners/testing';

const length = (...segments: Place[][]) => distanceInMeters(measurePath(trackOf(...segments)));
const spikesOf = (...places: Place[]) =>
  Array.from(measurePath(trackOf(places)).leftOut, (reason) => Math.min(reason, 1));

const at = (seconds: number | null, longitude: number): Place => [47, longitude, null, seconds];
describe('distance', () => {
  test.each<[string, Place[], number]>([
    [
      'a degree along the equator',
      [
        [0, 10],
        [0, 11],
      ],
      111_195.08,
    ],
    [
      'a degree along a meridian',
      [
        [47, 8],
        [48, 8],
      ],
      111_195.08,
    ],
    [
      'a degree along the 60th parallel',
      [
        [60, 0],
        [60, 1],
      ],
      55597.01,
    ],
    [
      'across the antimeridian',
      [
        [0, 179.5],
        [0, -179.5],
      ],
      111_195.08,
    ],
    [
      'along the antimeridian, its two names',
      [
        [10, 180],
        [10, -180],
      ],
      0,
    ],
    [
      'over the pole',
      [
        [89.5, 0],
        [89.5, 180],
      ],
      111_195.08,
    ],
    [
      'around at the pole',
      [
        [90, 0],
        [90, 77],
        [90, -100],
      ],
      0,
    ],
    [
      'pole to pole',
      [
        [-90, 0],
        [90, 0],
      ],
      Math.PI * earthRadius,
    ],
    [
      'to the antipode',
      [
        [0.5, 0],
        [-0.5, 180],
      ],
      Math.PI * earthRadius,
    ],
    ['no points', [], 0],
    ['one point', [[47, 8]], 0],
    [
      'identical points',
      [
        [47, 8],
        [47, 8],
        [47, 8],
      ],
      0,
    ],
    [
      'Nashville to Los Angeles',
      [
        [36.12, -86.67],
        [33.94, -118.4],
      ],
      2_886_448.43,
    ],
  ])('%s', (_, places, meters) => {
    expect(Math.abs(length(places) - meters)).toBeLessThan(0.02);
  });

  test('a square of 100 m', () => {
    const side = 100 / METERS_A_DEGREE;
    expect(
      length([
        [0, 0],
        [0, side],
        [side, side],
        [side, 0],
        [0, 0],
      ]),
    ).toBeCloseTo(400, 1);
  });

  test('elevation does not count', () => {
    expect(
      length([
        [0, 0, 0],
        [0, 1, 5000],
      ]),
    ).toBe(
      length([
        [0, 0],
        [0, 1],
      ]),
    );
  });

  test('the gap between segments does not count', () => {
    expect(
      length(
        [
          [0, 2],
          [0, 3],
        ],
        [[5, 5]],
        [
          [0, 5],
          [0, 6],
        ],
      ),
    ).toBeCloseTo(2 * METERS_A_DEGREE, 1);
  });

  test('accumulates point by point', () => {
    const { meters } = measurePath(
      runOf(
        [
          [0, 0],
          [30, 10],
          [60, 20],
        ],
        [
          [90, 30],
          [100, 35],
        ],
      ),
    );
    [0, 30, 60, 60, 70].forEach((expected, i) => expect(meters[i]).toBeCloseTo(expected, 1));
  });

  test('is the same backwards', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: -90, max: 90 }), fc.integer({ min: -90, max: 90 })));
    holds(
      fc.property(steps, fc.double({ min: -80, max: 80, noNaN: true }), (steps, latitude) => {
        let place: [number, number] = [latitude, 0];
        const places = steps.map(([north, east], i): Place => {
          place = [place[0] + north * 1e-6, place[1] + east * 1e-6]; // up to 14 m in 10 s
          return [...place, null, i * 10];
        });
        const back = places.toReversed().map(([lat, lon], i): Place => [lat, lon, null, i * 10]);
        expect(length(back)).toBeCloseTo(length(places), 6);
      }),
    );
  });
});

describe('a lone spike', () => {
  const home = 8;
  const far = 8.01; // 760 m east

  test('is left out', () => {
    expect(spikesOf(at(0, home), at(1, home), at(2, far), at(3, home), at(4, home))).toEqual([0, 0, 1, 0, 0]);
    expect(length([at(0, home), at(1, home), at(2, far), at(3, home)])).toBe(0);
  });

  test('is left out individually, and the points between are kept', () => {
    const zigzag = [at(0, home), at(1, far), at(2, home), at(3, far), at(4, home)];
    expect(spikesOf(...zigzag)).toEqual([0, 1, 0, 1, 0]);
  });

  test('is not one when one of its steps is slow enough', () => {
    expect(spikesOf(at(0, home), at(70, far), at(71, home))).toEqual([0, 0, 0]);
    expect(spikesOf(at(0, home), at(1, far), at(71, home))).toEqual([0, 0, 0]);
  });

  test('is not one when its neighbors are as far apart, which is a jump', () => {
    expect(spikesOf(at(0, home), at(1, far), at(2, 8.02), at(3, 8.02))).toEqual([0, 0, 0, 0]);
  });

  test('is the smaller part of a segment: half of it is kept, and so are the ends of short ones', () => {
    expect(spikesOf(at(0, home), at(1, far), at(2, far), at(3, home))).toEqual([0, 0, 0, 0]);
    expect(spikesOf(at(0, far), at(1, home), at(2, home), at(3, far))).toEqual([0, 0, 0, 0]);
    expect(length([at(0, home)], [at(1, far)], [at(2, home)])).toBe(0);
  });

  test('is determined by 12.5 m/s', () => {
    const slower = runOf([
      [0, 0],
      [0, 10],
      [124.9, 20],
      [0, 30],
    ]);
    expect(Array.from(measurePath(slower).leftOut)).toEqual([0, 0, 0, 0]);
    const faster = runOf([
      [0, 0],
      [0, 10],
      [125.1, 20],
      [0, 30],
    ]);
    expect([...measurePath(faster).leftOut]).toEqual([0, 0, leftOutAs.outlier, 0]);
  });

  test('may have no time, when it is too far for the available time', () => {
    expect(spikesOf(at(0, home), at(null, far), at(2, home))).toEqual([0, 1, 0]);
    expect(spikesOf(at(0, home), at(null, far), at(200, home))).toEqual([0, 0, 0]);
    expect(spikesOf(at(null, home), at(null, far), at(null, home))).toEqual([0, 0, 0]);
  });

  test('may have the same second as a neighbor', () => {
    expect(spikesOf(at(0, home), at(1, home), at(1, far), at(2, home))).toEqual([0, 0, 1, 0]);
  });
});

describe('real recordings', () => {
  test.each(recordings)(
    '$file is as long as an independent tool computes, within 0.6 %',
    ({ file, points, distance }) => {
      const path = measurePath(readRecording(file));
      expect(path.meters).toHaveLength(points);
      expect(Math.abs(distanceInMeters(path) / distance - 1)).toBeLessThan(0.006);
    },
  );
});
