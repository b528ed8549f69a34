/** All figures of a track are computed together, in a limited time. */
import { describe, expect, test } from '@jest/globals';
import { measureTrack } from '../measure/measure.ts';
import type { Track } from '../track/track.ts';
import { tooFastGrowth } from '@runners/testing';
import { runOf, steady, trackOf } from './make-track.ts';
import { readRecording } from './read-recording.ts';

const none = { mile: null, fiveK: null, tenK: null, halfMarathon: null, marathon: null };

describe('measureTrack', () => {
  test('measures a run', () => {
    const measured = measureTrack(runOf([[0, 0], ...steady(0, 0, 30, 10, 200)]));
    expect(measured.distanceInMeters).toBeCloseTo(6000, 1);
    expect(measured).toMatchObject({
      durationInSeconds: 2000,
      elevationGainInMeters: 0,
      bestEfforts: { ...none, mile: 536, fiveK: 1667 },
      polyline: '???gpI',
    });
  });

  test.each<[string, Track]>([
    ['no points', trackOf()],
    ['one point', trackOf([[47, 8, 400, 0]])],
    ['one point without anything', trackOf([[47, 8]])],
    [
      'identical points',
      trackOf([
        [47, 8, 400, 0],
        [47, 8, 400, 0],
      ]),
    ],
    [
      'all the same time',
      trackOf([
        [47, 8, 400, 5],
        [47.1, 8, 400, 5],
        [47.2, 8, 400, 5],
      ]),
    ],
    ['segments of one point', trackOf([[47, 8, 400, 0]], [[47, 8, 400, 5]], [[47, 9, 400, 9]])],
    [
      'times backwards',
      trackOf([
        [47, 8, 400, 9],
        [47.1, 8, 400, 5],
      ]),
    ],
    [
      'the ends of time',
      trackOf([
        [47, 8, 400, -8e12],
        [47.1, 8, 400, 8e12],
      ]),
    ],
    [
      'the poles',
      trackOf([
        [90, 8, 400, 0],
        [90, -8, 400, 5],
        [-90, 0, 400, 9],
      ]),
    ],
    [
      'some times missing',
      trackOf([
        [47, 8, null, 0],
        [47.1, 8],
        [47.2, 8, 3],
      ]),
    ],
  ])('finds no NaN, no infinity and no time in %s', (_, track) => {
    for (const duration of [undefined, 0, 1800]) {
      const { distanceInMeters, durationInSeconds, elevationGainInMeters, bestEfforts } = measureTrack(track, duration);
      for (const value of [distanceInMeters, durationInSeconds ?? 0, elevationGainInMeters]) {
        expect(Number.isFinite(value) && value >= 0).toBe(true);
      }
      for (const time of Object.values(bestEfforts)) expect(time === null || Number.isInteger(time)).toBe(true);
    }
  });

  test('a route without times has the given duration, at an even pace', () => {
    const route = readRecording('route-without-times.gpx');
    const given = measureTrack(route, 1800);
    expect(given.durationInSeconds).toBe(1800);
    expect(given.bestEfforts).toEqual({ ...none, mile: Math.round((1800 * 1609.344) / given.distanceInMeters) });
    expect(measureTrack(route)).toMatchObject({ durationInSeconds: null, bestEfforts: none });
  });

  test('a track with times ignores the given duration', () => {
    expect(
      measureTrack(
        runOf([
          [0, 0],
          [3000, 1000],
        ]),
        5,
      ).durationInSeconds,
    ).toBe(1000);
  });

  test.each<[string, (i: number) => [number, number | null]]>([
    ['a steady run', (i) => [i * 3, i]],
    ['noise', (i) => [Math.abs(Math.sin(i * i)) * 100, i]],
    ['times all over the place', (i) => [i * 3, (i * 7919) % 100_003]],
    ['times backwards', (i) => [i * 3, -i]],
    ['no times', (i) => [i * 3, null]],
    ['spikes only', (i) => [(i % 2) * 1000, i]],
  ])('as many points as there may be of %s in time that grows with their number', async (name, point) => {
    const most = 250_000;
    const text = (length: number) => runOf(Array.from({ length }, (_, i) => point(i)));
    expect(await tooFastGrowth(measureTrack, { name, text }, most / 4, most)).toBeNull();
  });
});
