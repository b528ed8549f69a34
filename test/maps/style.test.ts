/** When maps are drawn differently, their style changes, so that clients load them again. */
import { hash } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { mapStyle, mapSvg } from '../../src/domain/maps/draw-map.ts';
import type { Track } from '@runners/recordings';

/**
 * Covers what maps look like, by the number of their style: the number is part of their URLs, and phones keep a map for as long
 * as its URL stays. Who changes a color or a width gives the style a new number, and its row here.
 */
const paints: Record<number, string[]> = {
  1: [
    'rect fill="#f4f3ee"', // paper
    'g stroke="#e7e5dc" stroke-width="0.7"', // grid
    'g stroke="#e8503a" stroke-width="1.5" stroke-dasharray="1.4 4.9" stroke-opacity="0.7"', // pauses
    'g stroke="#ffffff" stroke-width="5.6"', // around the line
    'g stroke="#e8503a" stroke-width="2.8"', // the line
    'circle fill="#2a9d5c" stroke="#ffffff" stroke-width="1.8"', // start
    'circle fill="#33383f" stroke="#ffffff" stroke-width="1.8"', // end
    'path fill="#ffffff" stroke="none"', // its chequers
    'g stroke="#f4f3ee"', // around the scale
    'g stroke="#33383f"', // the scale
  ],
};

/** Two points, a pause, and a third. */
const track: Track = {
  latitudeE7: Int32Array.of(470_000_000, 470_010_000, 470_020_000),
  longitudeE7: Int32Array.of(80_000_000, 80_010_000, 80_030_000),
  elevation: Float64Array.of(1, 1, 1),
  time: Float64Array.of(0, 1, 2),
  segmentStarts: [0, 2],
};

/** What draws something in a color, with how, in the order in which it is drawn. */
function paintsOf(svg: string): string[] {
  return [...svg.matchAll(/<(\w+)([^>]*#[^>]*)>/g)].map(([, name = '', attributes = '']) =>
    [name, ...(attributes.match(/(?:fill|stroke[\w-]*)="[^"]*"/g) ?? [])].join(' '),
  );
}

test('maps are drawn in the colors and widths of their style', () => {
  expect(paintsOf(mapSvg(track, 160, 120))).toEqual(paints[mapStyle]);
});

test('maps that are drawn differently have another style', () => {
  const lap = {
    latitudeE7: Int32Array.of(473_700_000, 473_800_000, 473_800_000, 473_900_000),
    longitudeE7: Int32Array.of(85_500_000, 85_500_000, 85_700_000, 85_700_000),
    elevation: new Float64Array(4).fill(NaN),
    time: new Float64Array(4).fill(NaN),
    segmentStarts: [0, 2],
  };
  const drawn = hash('sha256', mapSvg(lap, 600, 400)).slice(0, 8);
  // When this fails, maps have changed: give `mapStyle` the next number, and state it here with the new digest.
  expect({ mapStyle, drawn }).toEqual({ mapStyle: 1, drawn: '8565381a' });
});
