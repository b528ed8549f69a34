/** Maps that are drawn differently have another style, so that clients load them again. */
import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { mapStyle, mapSvg } from '../../src/domain/maps/draw-map.ts';

/** Covers `mapStyle`: it is a part of a map's URL, so that clients which keep maps fetch those that look different. */
test('maps that are drawn differently have another style', () => {
  const track = {
    latitudeE7: Int32Array.of(473_700_000, 473_800_000, 473_800_000, 473_900_000),
    longitudeE7: Int32Array.of(85_500_000, 85_500_000, 85_700_000, 85_700_000),
    elevation: new Float64Array(4).fill(NaN),
    time: new Float64Array(4).fill(NaN),
    segmentStarts: [0, 2],
  };
  const drawn = hash('sha256', mapSvg(track, 600, 400)).slice(0, 8);
  // When this fails, maps have changed: give `mapStyle` the next number, and state it here with the new digest.
  expect({ mapStyle, drawn }).toEqual({ mapStyle: 1, drawn: '8565381a' });
});
