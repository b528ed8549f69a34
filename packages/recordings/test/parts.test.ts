/** The parts of a run sum to the whole, whatever the times of its segments and wherever points are wrong (decisions P12). */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { measurePath } from '../measure/distance.ts';
import { measureTrack } from '../measure/measure.ts';
import { RACE_DISTANCE_NAMES } from '../measure/race-distances.ts';
import { repairsOf } from '../measure/repairs.ts';
import { weightsOf } from '../measure/sensor-figures.ts';
import { splitsOf } from '../measure/splits.ts';
import { timelineOf } from '../measure/timeline.ts';
import { TrackBuilder } from '../track/track-builder.ts';
import type { Track } from '../track/track.ts';
import { startOf } from '../measure/trusted-times.ts';
import { holds } from '@runners/testing';
import { METERS_A_DEGREE, START } from './make-track.ts';
import { readRecording, recordings } from './read-recording.ts';

/** Meters east and north of a place, and seconds since START. */
type Point = [east: number, north: number, seconds: number];

function trackOf(segments: readonly Point[][]): Track {
  const builder = new TrackBuilder();
  for (const points of segments) {
    builder.addSegment();
    for (const [i, [east, north, seconds]] of points.entries()) {
      builder.sensors.note(0, 100 + (i % 80));
      builder.addPoint(north / METERS_A_DEGREE, 8 + east / METERS_A_DEGREE, NaN, START + seconds * 1000);
    }
  }
  return builder.build();
}

const sum = (values: Iterable<number>) => [...values].reduce((all, value) => all + value, 0);

/** Checks all that must be so of any run with times. */
function expectWhole(track: Track, unit: number): void {
  const { distanceInMeters, durationInSeconds, bestEfforts, sensors } = measureTrack(track);
  const duration = durationInSeconds ?? 0;
  const splits = splitsOf(track, unit, 100_000) ?? [];
  if (splits.length > 0) {
    const seconds = sum(splits.map((split) => split.durationInSeconds ?? 0));
    expect(Math.abs(seconds - duration)).toBeLessThanOrEqual(1 + splits.length * 0.005);
    const meters = sum(splits.map((split) => split.distanceInMeters));
    expect(Math.abs(meters - distanceInMeters)).toBeLessThanOrEqual(0.01 + splits.length * 0.005);
    expect(splits.every(({ durationInSeconds: one }) => (one ?? 0) >= 0)).toBe(true);
  } else expect(distanceInMeters).toBeLessThan(1);
  const efforts = RACE_DISTANCE_NAMES.flatMap((name) => bestEfforts[name] ?? []);
  expect(efforts).toEqual(efforts.toSorted((a, b) => a - b));
  for (const seconds of efforts) expect(seconds).toBeLessThanOrEqual(duration);
  const path = measurePath(track);
  const timeline = timelineOf(path);
  // Of fewer than two times there is no duration, and of each sensor value as much as of any other.
  const weights = weightsOf(timeline, track.time.length);
  expect(Math.abs(sum(weights) - duration * 1000)).toBeLessThan(1001);
  expect(weights.every((weight, i) => weight === 0 || path.leftOut[i] === 0)).toBe(true);
  if (sensors?.heartRate) expect(sensors.heartRate.average).toBeLessThanOrEqual(sensors.heartRate.max);
  const isWrong = path.leftOut.some((reason) => reason !== 0) || path.clockSteps.size + path.distrusted > 0;
  expect(repairsOf(track).length > 0).toBe(isWrong);
}

/** A segment of steps of so many seconds and meters, on a parallel of its own. */
const segment = fc.record({
  second: fc.oneof(fc.constantFrom(0, 300), fc.integer({ min: 0, max: 1000 })),
  steps: fc.array(
    fc
      .tuple(
        fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 55, max: 90 })),
        fc.double({ min: 0.5, max: 9, noNaN: true }),
      )
      // At the border of moving, meters on the globe and in the plane say different things.
      .filter(([seconds, meters]) => Math.abs((meters * Math.min(seconds, 4)) / (0.5 * seconds) - 1) > 0.001),
    {
      minLength: 1,
      maxLength: 40,
    },
  ),
  isMoving: fc.boolean(),
});
type Segment = typeof segment extends fc.Arbitrary<infer T> ? T : never;

const pointsOf = ({ second, steps, isMoving }: Segment, i: number): Point[] => {
  let [at, east] = [second, 0];
  return [
    [0, i * 20_000, at] as Point,
    ...steps.map(([seconds, meters]): Point => [
      (east += isMoving ? meters * Math.min(seconds, 4) : meters / 10),
      i * 20_000,
      (at += seconds),
    ]),
  ];
};

/** The seconds in which any of the segments moves: all but those of steps of over a minute at under half a meter a second. */
function movingSeconds(segments: readonly Point[][]): number {
  const moving = new Set<number>();
  for (const points of segments)
    for (const [i, [east, , to]] of points.entries()) {
      const [before, , from] = points[i - 1] ?? [east, 0, to];
      if (to - from > 60 && east - before < 0.5 * (to - from)) continue;
      for (let second = from; second < to; second++) moving.add(second);
    }
  return moving.size;
}

describe('segments', () => {
  test('at any times share those at which several move', () => {
    holds(
      fc.property(
        fc.array(segment, { minLength: 1, maxLength: 4 }),
        fc.integer({ min: 30, max: 1000 }),
        (some, unit) => {
          const segments = some.map(pointsOf);
          const track = trackOf(segments);
          expectWhole(track, unit);
          expect(measureTrack(track).durationInSeconds).toBe(movingSeconds(segments));
        },
      ),
    );
  });

  test.each([
    ['at the same time', 0, 120, 480],
    ['half at the same time', 240, 120, 720],
    ['inside another', 120, 30, 480],
    ['after another', 480, 120, 960],
    ['before another', -480, 120, 960],
  ])('%s', (_what, second, count, duration) => {
    const line = (north: number, from: number, points: number) =>
      Array.from({ length: points + 1 }, (_, i): Point => [i * 10, north, from + i * 4]);
    const track = trackOf([line(0, 0, 120), line(30_000, second, count)]);
    expect(measureTrack(track).durationInSeconds).toBe(duration);
    expectWhole(track, 1000);
  });
});

/** A run of 10 m in 4 s each. */
const clean = (points: number, from = 0): Point[] =>
  Array.from({ length: points }, (_, i) => [i * 10, 0, from + i * 4]);
const far = fc.record({
  count: fc.integer({ min: 1, max: 5 }),
  /** After how many points of the run they are, or how many before its end. */
  at: fc.integer({ min: 1, max: 60 }),
  isAtEnd: fc.boolean(),
  meters: fc.integer({ min: 2000, max: 60_000 }),
  late: fc.integer({ min: 90, max: 100_000 }),
});

describe('far points', () => {
  test.each([
    ['late', 1, false],
    ['early', -1, false],
    ['late, after which the run goes on', 1, true],
  ])('that are %s are left out, inside and one point before an end', (_what, sign, goesOn) => {
    holds(
      fc.property(far, ({ count, at, isAtEnd, meters, late }) => {
        const run = clean(121);
        const from = isAtEnd ? run.length - at : at;
        const time = from * 4 - 4;
        const wrong = Array.from({ length: count }, (_, i): Point => [
          from * 10 + i * 10,
          meters,
          time + sign * late + i * 4,
        ]);
        const rest = run
          .slice(from)
          .map(([east, north, seconds]): Point => [east, north, seconds + (goesOn ? late + count * 4 - 4 : 0)]);
        const track = trackOf([[...run.slice(0, from), ...wrong, ...rest]]);
        expectWhole(track, 1000);
        const { distanceInMeters, durationInSeconds } = measureTrack(track);
        expect([Math.round(distanceInMeters / 10), Math.abs((durationInSeconds ?? 0) - 480) <= 4]).toEqual([120, true]);
        expect(repairsOf(track)).toContainEqual({ kind: 'outlier', points: count });
      }),
    );
  });
});

test('a run begins at its first trusted time in the order of the file', () => {
  const begins = (...segments: Point[][]) => ((startOf(trackOf(segments)) ?? NaN) - START) / 1000;
  expect(begins([...clean(50, 7200), ...clean(50, 3600)])).toBe(7200);
  expect(begins(clean(50, 7200), clean(50, 3600))).toBe(7200);
  expect(begins([[0, 0, -2e9], [0, 0, 99_999], ...clean(50, 60)])).toBe(60);
  expect(startOf(trackOf([[[0, 0, -2e9]]]))).toBeNull();
});

test('a group of wrong points is the smaller part of its segment', () => {
  const group = (count: number) => Array.from({ length: count }, (_, i): Point => [i * 10, 50_000, 40 + i * 4]);
  const run = clean(9, 80);
  const outliers = (count: number) =>
    repairsOf(
      trackOf([[...run.slice(0, 3).map(([e, n, s]): Point => [e, n, s - 80]), ...group(count), ...run.slice(3, 5)]]),
    );
  expect(outliers(4)).toEqual([{ kind: 'outlier', points: 4 }]);
  expect(outliers(5)).toEqual([]);
});

test.each([
  [99_000, 0],
  [101_000, 1],
])('a point at 0/0 is real for who runs %d m from it, and counts as wrong: %d', (meters, wrong) => {
  const points = [[8 * -METERS_A_DEGREE, 0, 0] as Point, ...clean(20, 40_000)].map(([e, n, s], i): Point => [
    i === 0 ? e : e + meters - 8 * METERS_A_DEGREE,
    n,
    s,
  ]);
  const zero = repairsOf(trackOf([points])).find(({ kind }) => kind === 'zero_coordinates');
  expect(zero?.points ?? 0).toBe(wrong);
});

describe('real recordings', () => {
  test.each(recordings)('$file has parts that sum to the whole, also twice and at other times', ({ file }) => {
    const track = readRecording(file);
    expectWhole(track, 1000);
    const { latitudeE7, longitudeE7, elevation, time, segmentStarts } = track;
    const twice = <Column extends Int32Array | Float64Array>(column: Column, by: number) =>
      Array.from(column, (value) => value).concat(Array.from(column, (value) => value + by));
    for (const [north, later] of [
      [1e8, 0],
      [1e8, 600_000],
      [0, 600_000],
      [1e8, -600_000],
    ] as const)
      expectWhole(
        {
          latitudeE7: Int32Array.from(twice(latitudeE7, north)),
          longitudeE7: Int32Array.from(twice(longitudeE7, 0)),
          elevation: Float64Array.from(twice(elevation, 0)),
          time: Float64Array.from(twice(time, later)),
          segmentStarts: [...segmentStarts, ...segmentStarts.map((start) => start + time.length)],
        },
        1609.344,
      );
  });
});
