/** Splits, streams and averages have the figures that are computed by hand. */
import { describe, expect, test } from '@jest/globals';
import { measureTrack } from '../measure/measure.ts';
import { splitsOf as splitsUpTo } from '../measure/splits.ts';
import { streamsOf } from '../measure/streams.ts';
import { TrackBuilder } from '../track/track-builder.ts';
import type { Track } from '../track/track.ts';
import { metersADegree, metersAMile } from '../track/units.ts';

/** A point: meters north of the start, seconds after it, elevation, and beats a minute. */
type Point = [meters: number, seconds: number, elevation?: number, heartRate?: number];

const heartRate = 0;
const start = Date.UTC(2024, 0, 1, 7);

function trackOf(...segments: Point[][]): Track {
  const builder = new TrackBuilder();
  for (const points of segments) {
    builder.addSegment();
    for (const [meters, seconds, elevation = NaN, beats = NaN] of points) {
      builder.sensors.note(heartRate, beats);
      builder.addPoint(47 + meters / metersADegree, 8, elevation, start + seconds * 1000);
    }
  }
  return builder.build();
}

/** Points every 100 m up to these meters, each of the given number of seconds. */
const even = (meters: number, secondsEach: number, from = 0): Point[] =>
  Array.from({ length: Math.floor(meters / 100) + 1 }, (_, i) => [i * 100, from + i * secondsEach]);

const splitsOf = (track: Track, unit: number) => splitsUpTo(track, unit, 1000) ?? [];
const round = (value: number) => Math.round(value * 10) / 10;

describe('splits', () => {
  test('of an even run of 2.5 km are two kilometers and a part', () => {
    // 100 m in 30 s are 300 s a kilometer.
    const [first, second, last, ...more] = splitsOf(trackOf(even(2500, 30)), 1000);
    expect(more).toEqual([]);
    for (const split of [first, second]) {
      expect(split?.distanceInMeters).toBe(1000);
      expect(round(split?.durationInSeconds ?? 0)).toBe(300);
      expect(round(split?.paceInSeconds ?? 0)).toBe(300);
    }
    expect(round(last?.distanceInMeters ?? 0)).toBe(500);
    expect(round(last?.durationInSeconds ?? 0)).toBe(150);
    expect(round(last?.paceInSeconds ?? 0)).toBe(300);
    expect([first?.averageHeartRate, first?.elevationGainInMeters]).toEqual([null, 0]);
  });

  test('by miles end between two points, where the time is interpolated', () => {
    // 1609.344 m of 2000 m in 600 s: 482.8 s; the other 390.656 m take 117.2 s, which is 482.8 s a mile.
    const [mile, rest] = splitsOf(trackOf(even(2000, 30)), metersAMile);
    expect([mile?.distanceInMeters, round(mile?.durationInSeconds ?? 0)]).toEqual([1609.34, 482.8]);
    expect([round(rest?.distanceInMeters ?? 0), round(rest?.durationInSeconds ?? 0)]).toEqual([390.7, 117.2]);
    expect(round(rest?.paceInSeconds ?? 0)).toBe(482.8);
  });

  test('have climb and heart rate of their own part, each beat weighted by its time', () => {
    const track = trackOf([
      [0, 0, 100, 250],
      [500, 100, 120, 120],
      [1000, 400, 140, 160],
      [1500, 500, 130, 170],
      [2000, 600, 150, 180],
    ]);
    const [first, second] = splitsOf(track, 1000);
    // 120 for 100 s and 160 for 300 s; the value at the start stands for no time
    expect(first?.averageHeartRate).toBe(150);
    expect(second?.averageHeartRate).toBe(175);
    // Smoothed elevations are 100, 120, 131, 139, 150: each is 0.3, 0.4, 0.3 of three.
    expect([first?.elevationGainInMeters, second?.elevationGainInMeters]).toEqual([31, 19]);
    expect(measureTrack(track).sensors).toEqual({ heartRate: { average: 158.33, max: 250 } });
  });

  test('do not count pauses, and go on in the next segment', () => {
    const track = trackOf(
      even(500, 30),
      even(500, 30, 5000).map(([meters, at]) => [meters + 5000, at]),
    );
    const [whole, ...more] = splitsOf(track, 1000);
    expect([round(whole?.distanceInMeters ?? 0), whole?.durationInSeconds, more]).toEqual([1000, 300, []]);
    const paused = splitsOf(
      trackOf([
        [0, 0],
        [500, 100],
        [500, 1000],
        [1000, 1100],
      ]),
      1000,
    );
    expect(paused.map(({ durationInSeconds }) => durationInSeconds)).toEqual([200]);
  });

  test('of a track without times have distances only; a rest of less than a meter is of the last one', () => {
    const untimed = trackOf([
      [0, NaN],
      [1000.6, NaN],
    ]);
    expect(splitsOf(untimed, 1000)).toEqual([
      {
        distanceInMeters: 1000.6,
        durationInSeconds: null,
        paceInSeconds: null,
        elevationGainInMeters: 0,
        averageHeartRate: null,
      },
    ]);
    expect(
      splitsOf(
        trackOf([
          [0, 0],
          [0.5, 10],
        ]),
        1000,
      ),
    ).toEqual([]);
  });

  test('of random runs add up to the whole run', () => {
    for (let seed = 1; seed < 30; seed++) {
      let meters = 0;
      let at = 0;
      const points = Array.from({ length: 200 }, (_, i): Point => {
        meters += ((i * seed * 7919) % 97) / 5;
        at += 1 + ((i * seed) % 13);
        return [meters, at, 400 + ((i * seed * 31) % 60), 120 + (i % 50)];
      });
      const track = trackOf(points.slice(0, 90), points.slice(90));
      const { distanceInMeters, durationInSeconds } = measureTrack(track);
      const splits = splitsOf(track, 100);
      const sum = (of: (split: (typeof splits)[number]) => number) => splits.reduce((all, split) => all + of(split), 0);
      expect(Math.abs(sum((split) => split.distanceInMeters) - distanceInMeters)).toBeLessThan(0.01);
      expect(Math.abs(sum((split) => split.durationInSeconds ?? 0) - (durationInSeconds ?? 0))).toBeLessThan(1.2);
      expect(splits.every(({ durationInSeconds: one }) => (one ?? -1) >= 0)).toBe(true);
    }
  });
});

describe('averages', () => {
  test('without times count all values the same, and a cadence of 0 does not count', () => {
    const builder = new TrackBuilder();
    for (const [i, [beats, steps]] of [
      [100, 0],
      [NaN, 80],
      [130, 84],
    ].entries()) {
      builder.sensors.note(0, beats as number);
      builder.sensors.note(1, steps as number);
      builder.addPoint(47 + i / 1e4, 8, NaN, NaN);
    }
    expect(measureTrack(builder.build()).sensors).toEqual({
      heartRate: { average: 115, max: 130 },
      cadence: { average: 82, max: 84 },
    });
  });

  test('are null without sensors', () => {
    expect(measureTrack(trackOf(even(500, 30))).sensors).toBeNull();
  });
});

describe('streams', () => {
  const track = trackOf([
    [0, 0, 100, 100],
    [100, 30, NaN, 110],
    [200, 60, 102],
    [300, NaN, 103, 130],
    [400, 120, 104, 141],
  ]);

  test('of a short run have every point', () => {
    expect(streamsOf(track, 500)).toMatchObject({
      distanceInMeters: [0, 100, 200, 300, 400].map((meters) => expect.closeTo(meters, 1) as unknown),
      timeInSeconds: [0, 30, 60, null, 120],
      elev: [100, null, 102, 103, 104],
      lng: [8, 8, 8, 8, 8],
      sensors: { heartRate: [100, 110, null, 130, 141] },
    });
  });

  test('of a longer one have both ends, and the means around each place', () => {
    const { distanceInMeters, timeInSeconds, lat, sensors } = streamsOf(track, 3);
    expect(distanceInMeters.map(Math.round)).toEqual([0, 200, 400]);
    expect([timeInSeconds, lat.length]).toEqual([[0, 60, 120], 3]);
    expect(Object.keys(sensors)).toEqual(['heartRate']);
    expect(sensors.heartRate).toEqual([105, 130, 141]);
    expect(streamsOf(track, 2).sensors.heartRate).toEqual([105, 135.5]);
  });

  test('have no times that are wrong, and go on where a clock stepped back', () => {
    const stepped = Array.from({ length: 200 }, (_, i): Point => [i * 5, i * 2 - (i < 100 ? 0 : 3600)]);
    const times = streamsOf(trackOf(stepped), 200).timeInSeconds as number[];
    expect([times[0], times[99], times.at(-1)]).toEqual([0, 198, expect.closeTo(398, -1)]);
    expect(times).toEqual([...times].sort((a, b) => a - b));
    const wrong: Point[] = [...stepped.slice(0, 50), [250, -1e9], ...even(1000, 20, 102).slice(3)];
    expect(streamsOf(trackOf(wrong), 200).timeInSeconds.slice(48, 52)).toEqual([96, 98, null, expect.any(Number)]);
  });
});
