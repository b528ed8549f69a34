/** The duration of a track is computed without its pauses. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { measurePath } from '../measure/distance.ts';
import { durationInSeconds } from '../measure/duration.ts';
import { timelineOf } from '../measure/timeline.ts';
import type { Track } from '../track/track.ts';
import { runOf } from './make-track.ts';
import { readRecording, recordings } from './read-recording.ts';
import { holds } from '@runners/testing';

const seconds = (track: Track) => durationInSeconds(timelineOf(measurePath(track)));
type Steps = Array<[meters: number, seconds: number | null]>;

describe('duration', () => {
  test.each<[string, Steps[], number]>([
    ['no points', [], 0],
    ['one point', [[[0, 0]]], 0],
    [
      'no times',
      [
        [
          [0, null],
          [50, null],
        ],
      ],
      0,
    ],
    [
      'last time minus first',
      [
        [
          [0, 0],
          [30, 10],
          [90, 35],
        ],
      ],
      35,
    ],
    [
      'points without a time at the ends',
      [
        [
          [0, null],
          [30, 10],
          [90, 35],
          [100, null],
        ],
      ],
      25,
    ],
    [
      'begun seconds do not count',
      [
        [
          [0, 0],
          [30, 10.999],
        ],
      ],
      10,
    ],
    [
      'fractions of segments add up',
      [
        [
          [0, 0],
          [30, 10.6],
        ],
        [
          [30, 20],
          [60, 30.6],
        ],
      ],
      21,
    ],
    [
      'the time between segments does not count',
      [
        [
          [0, 0],
          [30, 10],
        ],
        [
          [30, 500],
          [60, 510],
        ],
      ],
      20,
    ],
    [
      'segments in any order',
      [
        [
          [30, 500],
          [60, 510],
        ],
        [
          [0, 0],
          [30, 10],
        ],
      ],
      20,
    ],
    [
      'over 60 s at under 0.5 m/s is a pause',
      [
        [
          [0, 0],
          [30, 10],
          [60, 71],
          [90, 81],
        ],
      ],
      20,
    ],
    [
      '60 s are none',
      [
        [
          [0, 0],
          [30, 10],
          [30, 70],
          [60, 80],
        ],
      ],
      80,
    ],
    [
      'over 0.5 m/s is none',
      [
        [
          [0, 0],
          [30, 10],
          [80, 109],
          [110, 119],
        ],
      ],
      119,
    ],
    [
      'standing still a second at a time is none',
      [[[0, 0], ...Array.from({ length: 100 }, (_, i): [number, number] => [0, i + 1])]],
      100,
    ],
    [
      'the way through points without a time counts: no pause',
      [
        [
          [0, 0],
          [30, null],
          [60, null],
          [30, null],
          [0, 100],
        ],
      ],
      100,
    ],
    [
      'points without a time nearby: a pause',
      [
        [
          [0, 0],
          [3, null],
          [0, 100],
          [30, 110],
        ],
      ],
      10,
    ],
    [
      'all the same time',
      [
        [
          [0, 5],
          [30, 5],
          [60, 5],
        ],
      ],
      0,
    ],
    [
      'one time twice',
      [
        [
          [0, 0],
          [30, 10],
          [33, 10],
          [60, 20],
        ],
      ],
      20,
    ],
    [
      'backwards only',
      [
        [
          [0, 30],
          [30, 20],
          [60, 10],
        ],
      ],
      0,
    ],
    [
      'a clock set back for one point',
      [
        [
          [0, 0],
          [30, 10],
          [60, 5],
          [90, 30],
        ],
      ],
      30,
    ],
    [
      'a stray point years ahead',
      [
        [
          [0, 0],
          [30, 10],
          [60, 1e8],
          [90, 30],
        ],
      ],
      30,
    ],
    [
      'a first point before the clock was set',
      [
        [
          [0, -1e9],
          [30, 10],
          [60, 20],
          [90, 30],
        ],
      ],
      20,
    ],
    [
      'a first point after the others',
      [
        [
          [0, 1e6],
          [30, 10],
          [60, 20],
          [90, 30],
        ],
      ],
      20,
    ],
  ])('%s', (_, segments, expected) => {
    expect(seconds(runOf(...segments))).toBe(expected);
  });

  test('a spike during a pause does not end it', () => {
    expect(
      seconds(
        runOf([
          [0, 0],
          [30, 10],
          [3000, 100],
          [31, 101],
          [61, 111],
        ]),
      ),
    ).toBe(20);
  });

  test('is never negative and never more than the elapsed time, with any clock errors', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 1000 }), fc.option(fc.integer({ min: 0, max: 5000 }))));
    holds(
      fc.property(steps, (steps) => {
        const times = steps.flatMap(([, time]) => time ?? []);
        const passed = times.length > 0 ? Math.max(...times) - Math.min(...times) : 0;
        const duration = seconds(runOf(steps));
        expect(duration).toBeGreaterThanOrEqual(0);
        expect(duration).toBeLessThanOrEqual(passed);
      }),
    );
  });
});

describe('real recordings', () => {
  test.each(recordings)('$file took no longer than an independent tool computes', ({ file, active }) => {
    const duration = seconds(readRecording(file));
    expect(duration).toBeLessThanOrEqual(active ?? 0);
  });

  test('one without pauses took exactly as long', () => {
    expect(seconds(readRecording('strava-5k-heart-rate.gpx'))).toBe(3511);
  });
});
