/** The same run is known in long recordings as well, of which a part of the points is compared. */
import { expect, test } from '@jest/globals';
import { isSameRun } from '../measure/same-run.ts';
import { TrackBuilder } from '../track/track-builder.ts';
import type { Track } from '../track/track.ts';

const start = Date.UTC(2024, 4, 1, 6);
const count = 60_000;

/** A run of eight hours around a block, of which one device has a point each half second: so late, and so far to the east in degrees. */
function recorded({ every = 1, late = 0, east = 0, pauses = false }): Track {
  const track = new TrackBuilder();
  for (let i = 0; i < count; i += every) {
    if (pauses && i % 600 === 0) track.addSegment();
    const around = (i / 2400) * 2 * Math.PI;
    track.addPoint(47 + 0.002 * Math.sin(around), 8 + east + 0.003 * Math.cos(around), 400, start + i * 500 + late);
  }
  return track.build();
}

test.each<[string, Track, boolean]>([
  ['of another device', recorded({ every: 3, late: 200, east: 0.0001 }), true],
  ['of another device with many pauses', recorded({ pauses: true, late: 200 }), true],
  ['of a runner beside it', recorded({ late: 200, east: 0.001 }), false],
  ['of a runner who is half a round behind', recorded({ late: 600_000 }), false],
])('a long recording %s', (_what, other, isSame) => {
  expect([isSameRun(recorded({}), other), isSameRun(other, recorded({}))]).toEqual([isSame, isSame]);
});
