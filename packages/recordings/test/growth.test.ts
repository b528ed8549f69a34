/** The time in which a recording is read grows no faster than its length. */
import { expect, test } from '@jest/globals';
import { tooFastIn } from '@runners/testing';
import { readGpx, readGpxPlainly } from '../gpx/read.ts';
import { decimalOf } from '../gpx/text-values.ts';
import { gpx, gpxOf } from './gpx-samples.ts';

/** A document before and after the place of a word. */
const parts = (document: string): [string, string] => document.split('HERE') as [string, string];

test.each([
  ['by the scanner of points', readGpx],
  ['by the XML parser alone', readGpxPlainly],
])(
  '%s',
  async (_what, read) => {
    const around = [
      ['', ''],
      parts(gpx('HERE')),
      parts(gpxOf('HERE')),
      parts(gpxOf('<trkpt lat="HERE')),
      parts(gpxOf('<trkpt lat="1" lon="2"><time>HERE')),
    ] as const;
    expect(await tooFastIn((text) => read(Buffer.from(text)), { around })).toEqual([]);
  },
  120_000,
);

test('decimals', async () => {
  expect(await tooFastIn(decimalOf)).toEqual([]);
});
