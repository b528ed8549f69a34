/** The best times of a track are computed for each distance. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { bestEfforts, evenPaceEfforts, fastestStretch } from '../measure/best-efforts.ts';
import { measurePath } from '../measure/distance.ts';
import { durationInSeconds } from '../measure/duration.ts';
import { RACE_DISTANCE_NAMES, RACE_DISTANCES } from '../measure/race-distances.ts';
import { timelineOf } from '../measure/timeline.ts';
import type { Track } from '../track/track.ts';
import { runOf, steady } from './make-track.ts';
import { readRecording, recordings } from './read-recording.ts';
import { holds } from '@runners/testing';

const none = { mile: null, fiveK: null, tenK: null, halfMarathon: null, marathon: null };
const efforts = (track: Track) => bestEfforts(timelineOf(measurePath(track)));
const start: [number, number] = [0, 0];

/** A run of stretches, each at its own even pace: a point about every 10 s, `pause` seconds of rest before it. */
function runOfStretches(...stretches: Array<{ meters: number; seconds: number; pause?: number }>): Track {
  const points: Array<[number, number]> = [start];
  for (const { meters, seconds, pause = 0 } of stretches) {
    const [from, at] = points.at(-1)!;
    if (pause > 0) points.push([from, at + pause]);
    const count = Math.ceil(seconds / 10);
    points.push(...steady(from, at + pause, meters / count, seconds / count, count));
  }
  return runOf(points);
}

describe('best times of a track', () => {
  test.each([
    ['no points', runOf()],
    ['one point', runOf([[0, 0]])],
    ['identical points', runOf([start, [0, 10], [0, 20]])],
    ['all the same time', runOf([start, [3000, 0], [6000, 0]])],
    [
      'no times',
      runOf([
        [0, null],
        [3000, null],
        [6000, null],
      ]),
    ],
    [
      'times backwards',
      runOf([
        [0, 3000],
        [3000, 2000],
        [6000, 0],
      ]),
    ],
    ['too short', runOfStretches({ meters: 1609.2, seconds: 600 })],
  ])('none: %s', (_, track) => {
    expect(efforts(track)).toEqual(none);
  });

  test('an even pace gives one over each distance that fits', () => {
    const track = runOfStretches({ meters: 43_000, seconds: 43_000 / 4 });
    expect(efforts(track)).toEqual({ mile: 402, fiveK: 1250, tenK: 2500, halfMarathon: 5274, marathon: 10_549 });
    expect(efforts(runOfStretches({ meters: 12_000, seconds: 3600 }))).toEqual({
      ...none,
      mile: 483,
      fiveK: 1500,
      tenK: 3000,
    });
  });

  test('a track with exactly the distance has one', () => {
    expect(efforts(runOfStretches({ meters: 5000, seconds: 1500 })).fiveK).toBe(1500);
    expect(efforts(runOfStretches({ meters: 1609.344, seconds: 481 })).mile).toBe(481);
    expect(efforts(runOfStretches({ meters: 1609.344 - 0.1, seconds: 481 })).mile).toBeNull();
  });

  test('a fast kilometer is inside the fast mile, at any position of the points', () => {
    // 1000 m at 5 m/s are 200 s, the other 609.344 m at 2.5 m/s are 243.7 s
    const slow = { meters: 3000, seconds: 1200 };
    expect(efforts(runOfStretches(slow, { meters: 1000, seconds: 200 }, slow)).mile).toBe(444);
    // 2000 m at 4 m/s hold the whole mile: 402.3 s
    expect(efforts(runOfStretches(slow, { meters: 2000, seconds: 500 }, slow)).mile).toBe(402);
  });

  test('both ends are interpolated', () => {
    // 4 m/s for 1600 m in one step, 2 m/s around it: 1600 m + 9.344 m at 2 m/s = 404.7 s
    expect(efforts(runOf([start, [1000, 500], [2600, 900], [3600, 1400]])).mile).toBe(405);
    // one step only: 1609.344 of 4000 m in 1600 s
    expect(efforts(runOf([start, [4000, 1600]])).mile).toBe(644);
  });

  test('a pause takes no time', () => {
    const half = { meters: 2500, seconds: 750 };
    expect(efforts(runOfStretches(half, { ...half, pause: 600 })).fiveK).toBe(1500);
    expect(efforts(runOfStretches(half, { ...half, pause: 60 })).fiveK).toBe(1560);
  });

  test('standing at the ends of a stretch takes no time either', () => {
    const track = runOfStretches({ meters: 5000, seconds: 1500, pause: 50 }, { meters: 0, seconds: 50 });
    expect(efforts(track).fiveK).toBe(1500);
  });

  test('segments follow each other: the gap takes no time and no distance', () => {
    const first: Array<[number, number]> = [start, ...steady(0, 0, 50, 15, 50)];
    const second = steady(2600, 1500, 50, 15, 51);
    expect(efforts(runOf(first, second)).fiveK).toBe(1500);
  });

  test('no stretch spans a gap between segments that no runner could cross', () => {
    const first: Array<[number, number]> = [start, ...steady(0, 0, 50, 15, 50)];
    expect(efforts(runOf(first, steady(22_600, 1500, 50, 15, 51)))).toEqual({ ...none, mile: 483 });
    expect(efforts(runOf(first, steady(2450, 100, 50, 15, 51)))).toEqual({ ...none, mile: 483 });
    expect(efforts(runOf(first, steady(2450, 750, 50, 15, 51))).fiveK).toBe(1500);
    expect(efforts(runOf(first, [[2505, 750], ...steady(2505, 750, 50, 15, 50)])).fiveK).toBe(1500);
  });

  test('no stretch spans a step over 12.5 m/s', () => {
    const before: Array<[number, number]> = [start, ...steady(0, 0, 50, 15, 50)];
    const jump = [[2500 + 130, 760], ...steady(2630, 760, 50, 15, 50)] as Array<[number, number]>;
    expect(efforts(runOf([...before, ...jump]))).toEqual({ ...none, mile: 483 });
    const sprint = [[2500 + 120, 760], ...steady(2620, 760, 50, 15, 50)] as Array<[number, number]>;
    expect(efforts(runOf([...before, ...sprint])).fiveK).toBe(1474);
  });

  test('a lone spike does not break a stretch', () => {
    const points: Array<[number, number]> = [start, ...steady(0, 0, 50, 15, 110)];
    points[50] = [9000, points[50]![1]];
    expect(efforts(runOf(points)).fiveK).toBe(1500);
  });

  test('points without a time and points of the same second are geometry', () => {
    const points: Array<[number, number | null]> = [start, ...steady(0, 0, 3, 1, 1800)];
    const untimed = points.map(([m, s], i): [number, number | null] => [m, i % 3 === 0 ? s : null]);
    expect(efforts(runOf(untimed)).fiveK).toBe(1667);
    const firstTwo = runOf([
      [0, 0],
      [100, 0],
      [5000, 1500],
    ]);
    expect(efforts(firstTwo).fiveK).toBe(1500);
    const lastTwo = runOf([
      [0, 0],
      [4900, 1500],
      [5000, 1500],
    ]);
    expect(efforts(lastTwo).fiveK).toBe(1500);
    const sameSecond = steady(0, 0, 1, 1 / 3, 5400).map(([m, s]): [number, number] => [m, Math.floor(s + 1e-9)]);
    expect(Math.abs(efforts(runOf(sameSecond)).fiveK! - 1667)).toBeLessThanOrEqual(1);
  });

  test.each(RACE_DISTANCE_NAMES)('the world record over %s is accepted, and no faster time', (name) => {
    const { meters, worldRecordInSeconds: seconds } = RACE_DISTANCES[name];
    expect(efforts(runOfStretches({ meters, seconds }))[name]).toBe(seconds);
    expect(efforts(runOfStretches({ meters: meters + 10, seconds: seconds - 0.5 }))[name]).toBeNull();
    expect(evenPaceEfforts(meters, seconds)[name]).toBe(seconds);
    expect(evenPaceEfforts(meters, seconds - 1)[name]).toBeNull();
  });

  test('a time just below the world record is not rounded up to it', () => {
    const slow = { meters: 3000, seconds: 1200 };
    expect(efforts(runOfStretches({ meters: 5000, seconds: 754.6 }, slow)).fiveK).toBeNull();
    expect(efforts(runOfStretches({ meters: 5000, seconds: 755.1 }, slow)).fiveK).toBe(755);
    expect(
      efforts(
        runOf([
          [0, 0],
          [4999.985, 754.999],
        ]),
      ).fiveK,
    ).toBeNull();
  });

  test('a stretch of the whole run takes its duration', () => {
    const track = runOf([
      [0, 0],
      [5000, 1500.7],
    ]);
    expect(efforts(track).fiveK).toBe(durationInSeconds(timelineOf(measurePath(track))));
  });

  test('a drive home removes the best times that it affects, and no others', () => {
    const track = runOfStretches({ meters: 10_000, seconds: 3000 }, { meters: 3000, seconds: 300 });
    expect(efforts(track)).toEqual({ ...none, fiveK: 900, tenK: 2400 });
  });

  test.each(recordings)('$file: no record, and no longer distance faster than a shorter one', ({ file }) => {
    const times = efforts(readRecording(file));
    let shorter = 0;
    for (const name of RACE_DISTANCE_NAMES) {
      expect(times[name] ?? Infinity).toBeGreaterThanOrEqual(RACE_DISTANCES[name].worldRecordInSeconds);
      expect(times[name] ?? Infinity).toBeGreaterThanOrEqual(shorter);
      shorter = times[name] ?? shorter;
    }
  });

  test('equal those of trying every start and every end', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 90 })), {
      minLength: 1,
    });
    holds(
      fc.property(steps, fc.integer({ min: 1, max: 500 }), (steps, length) => {
        let [meters, seconds] = start;
        const track = runOf([start, ...steps.map(([m, s]): [number, number] => [(meters += m), (seconds += s)])]);
        const timeline = timelineOf(measurePath(track));
        const fastest = fastestStretch(timeline, 0, timeline.ms.length, length);
        const expected = slowlyFastest([...timeline.meters], [...timeline.ms], length);
        if (Number.isFinite(expected)) expect(Math.abs(fastest - expected)).toBeLessThan(0.1);
        else expect(fastest === Infinity || timeline.meters.at(-1)! > length - 0.03).toBe(true);
      }),
    );
  });

  test('are never longer than the run, nor a longer one shorter', () => {
    const steps = fc.array(fc.tuple(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 300 })), {
      maxLength: 200,
    });
    holds(
      fc.property(steps, (steps) => {
        let [meters, seconds] = start;
        const track = runOf([start, ...steps.map(([m, s]): [number, number] => [(meters += m), (seconds += s)])]);
        const timeline = timelineOf(measurePath(track));
        const times = RACE_DISTANCE_NAMES.map((name) => bestEfforts(timeline)[name]).filter((time) => time !== null);
        expect(times).toEqual(times.toSorted((a, b) => a - b));
        expect(times.at(-1) ?? 0).toBeLessThanOrEqual(durationInSeconds(timeline));
      }),
    );
  });
});

/** The same, by trying every moment as start and as end, and looking along the whole run for the other end. */
function slowlyFastest(meters: number[], ms: number[], length: number): number {
  const at = (goal: number, takeLast: boolean) => {
    const times = meters.flatMap((here, i) => {
      const next = meters[i + 1] ?? -1;
      if (here === goal) return [ms[i]!];
      return here < goal && goal < next ? [ms[i]! + ((ms[i + 1]! - ms[i]!) * (goal - here)) / (next - here)] : [];
    });
    return (takeLast ? times.at(-1) : times[0]) ?? NaN;
  };
  const fromStarts = meters.map((here) => at(here + length, false) - at(here, true));
  const fromEnds = meters.map((here) => at(here, false) - at(here - length, true));
  return Math.min(Infinity, ...[...fromStarts, ...fromEnds].filter((time) => !Number.isNaN(time)));
}

describe('best times without points', () => {
  test('assume an even pace for the distances that fit', () => {
    expect(evenPaceEfforts(10_000, 3000)).toEqual({ ...none, mile: 483, fiveK: 1500, tenK: 3000 });
    expect(evenPaceEfforts(9999.99, 3000).tenK).toBeNull();
    expect(evenPaceEfforts(42_195, 14_400)).toMatchObject({ halfMarathon: 7200, marathon: 14_400 });
    expect(evenPaceEfforts(1609.34, 500).mile).toBe(500);
    expect(evenPaceEfforts(1609.33, 500).mile).toBeNull();
  });

  test.each([
    [0, 0],
    [0, 100],
    [NaN, 100],
    [10_000, 0],
    [10_000, NaN],
    [Infinity, 100],
    [-5000, 1500],
  ])('none for %p m in %p s', (meters, seconds) => expect(evenPaceEfforts(meters, seconds)).toEqual(none));
});
