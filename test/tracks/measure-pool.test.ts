/** Long tracks are measured in a thread, with the same result as on the event loop. */
import { afterAll, expect, test } from '@jest/globals';
import { measure } from '../../src/domain/tracks/measure-pool.ts';
import { closeWorkers } from '../../src/platform/worker-pool.ts';
import { measureTrack } from '@runners/recordings';
import type { Track } from '@runners/recordings';
import { MAX_POINTS } from '../../src/domain/tracks/workout-file.ts';

afterAll(closeWorkers);

/** A run on which no line of fewer points comes close: what takes longest to measure. */
function zigzag(points: number, timed = true): Track {
  return {
    latitudeE7: Int32Array.from({ length: points }, (_, i) => 470_000_000 + (i % 2) * 10_000 + i * 10),
    longitudeE7: Int32Array.from({ length: points }, (_, i) => 85_000_000 + (i % 3) * 10_000),
    elevation: Float64Array.from({ length: points }, (_, i) => (i % 7 === 0 ? NaN : 400 + (i % 50))),
    time: Float64Array.from({ length: points }, (_, i) => (timed ? Date.UTC(2024, 2, 1) + i * 1000 : NaN)),
    segmentStarts: [0, points >> 1],
  };
}

test.each([
  ['short', 100, true],
  ['long', 30_000, true],
  ['long, without times', 30_000, false],
])('a %s track is measured as without a worker', async (_what, points, timed) => {
  const track = zigzag(points, timed);
  expect(await measure(track, 1800)).toEqual(measureTrack(track, 1800));
});

test('other work continues while the longest track is measured', async () => {
  let rounds = 0;
  const count = () => {
    rounds++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  await measure(zigzag(MAX_POINTS));
  clearImmediate(next);
  expect(rounds).toBeGreaterThan(20);
});
