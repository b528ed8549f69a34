/** GPX documents are written correctly. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { readGpx } from '../gpx/read.ts';
import { gpxDocument, gpxTrack } from '../gpx/write.ts';
import type { GpxHeader, GpxTrack } from '../gpx/write.ts';
import type { Track } from '../track/track.ts';
import { RECORDINGS, plain, recording } from './gpx-samples.ts';
import { holds, tooFastGrowth } from '@runners/testing';

const HEADER: GpxHeader = {
  creator: 'A "watch" & more',
  authorName: 'Ada & "Bo" <c>\u0007',
  time: new Date('2024-03-02T10:20:30.987Z'),
};

function written(workouts: GpxTrack[], header = HEADER): string {
  return [...gpxDocument(header, workouts)].join('');
}

const none: Track = {
  latitudeE7: new Int32Array(),
  longitudeE7: new Int32Array(),
  elevation: new Float64Array(),
  time: new Float64Array(),
  segmentStarts: [],
};

test('the complete document', () => {
  const track: Track = {
    latitudeE7: Int32Array.of(475_000_000, -1, 0, 10),
    longitudeE7: Int32Array.of(-82_512_345, 1_800_000_000, -9, 5),
    elevation: Float64Array.of(401.5, NaN, 0, -0.001),
    time: Float64Array.of(Date.UTC(2024, 2, 1, 7), Date.UTC(2024, 1, 29, 23, 59, 59, 7), NaN, -1),
    segmentStarts: [0, 2],
  };
  expect(written([{ name: 'Tempo - Rain & <wind>', track }])).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n' +
      '<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="A &quot;watch&quot; &amp; more">\n' +
      '<metadata><author><name>Ada &amp; "Bo" &lt;c&gt;</name></author><time>2024-03-02T10:20:30Z</time></metadata>\n' +
      '<trk><name>Tempo - Rain &amp; &lt;wind&gt;</name>\n<trkseg>\n' +
      '<trkpt lat="47.5" lon="-8.2512345"><ele>401.5</ele><time>2024-03-01T07:00:00.000Z</time></trkpt>\n' +
      '<trkpt lat="-0.0000001" lon="180"><time>2024-02-29T23:59:59.007Z</time></trkpt>\n' +
      '</trkseg>\n<trkseg>\n' +
      '<trkpt lat="0" lon="-0.0000009"><ele>0</ele></trkpt>\n' +
      '<trkpt lat="0.000001" lon="0.0000005"><ele>-0.001</ele><time>1969-12-31T23:59:59.999Z</time></trkpt>\n' +
      '</trkseg>\n</trk>\n</gpx>\n',
  );
});

describe('workouts without points', () => {
  test.each([null, none])('a trk with a name only', (track) => {
    const text = written([{ name: 'Indoor - Mill', track }]);
    expect(text).toContain('<trk><name>Indoor - Mill</name>\n</trk>\n');
    expect(readGpx(Buffer.from(text)).track.time).toHaveLength(0);
  });

  test('no workouts', () => {
    expect(readGpx(Buffer.from(written([]))).name).toBeNull();
  });
});

test.each(RECORDINGS)('%s is read back the same', (file) => {
  const { track } = readGpx(recording(file));
  const text = written([{ name: 'Race', track, sensors: track.sensors ?? null }]);
  expect(plain(readGpx(Buffer.from(text)).track)).toEqual(plain(track));
});

test('long tracks are written in chunks', () => {
  const { track } = readGpx(recording('endomondo-two-segments.gpx'));
  const chunks = [...gpxTrack({ name: 'Race', track })];
  expect(chunks.length).toBeGreaterThan(9);
  expect(Math.max(...chunks.map((chunk) => chunk.length))).toBeLessThan(100_000);
});

const points = fc.array(
  fc.record({
    lat: fc.integer({ min: -900_000_000, max: 900_000_000 }),
    lon: fc.integer({ min: -1_800_000_000, max: 1_800_000_000 }),
    ele: fc.option(fc.integer({ min: -500_000, max: 9_000_000 })),
    time: fc.option(fc.integer({ min: Date.UTC(1900, 0, 1), max: Date.UTC(2200, 0, 1) })),
  }),
  { minLength: 1, maxLength: 8 },
);

test('any tracks, titles and authors are read back the same', () => {
  const words = fc.string({ unit: 'binary', maxLength: 12 });
  holds(
    fc.property(fc.array(fc.tuple(words, fc.array(points)), { maxLength: 3 }), words, (list, authorName) => {
      const workouts = list.map(([title, segments]) => ({ name: `Slow - ${title}`, track: trackOf(segments) }));
      const text = written(workouts, { ...HEADER, authorName });
      const document = readGpx(Buffer.from(text));
      expect(plain(document.track)).toEqual(plain(trackOf(list.flatMap(([, segments]) => segments))));
      expect(document.name?.startsWith('Slow -') ?? true).toBe(true);
    }),
    100,
  );
});

function trackOf(segments: Array<typeof points extends fc.Arbitrary<infer Points> ? Points : never>): Track {
  const all = segments.flat();
  let count = 0;
  return {
    latitudeE7: Int32Array.from(all, (point) => point.lat),
    longitudeE7: Int32Array.from(all, (point) => point.lon),
    elevation: Float64Array.from(all, (point) => (point.ele === null ? NaN : point.ele / 1000)),
    time: Float64Array.from(all, (point) => point.time ?? NaN),
    segmentStarts: segments.map((segment) => (count += segment.length) - segment.length),
  };
}

test('a track of twice as many points takes at most two and a half times as long', async () => {
  const point = { lat: 475_000_000, lon: 85_000_000, ele: 401_500 };
  const track = (length: number) => trackOf([Array.from({ length }, (_, i) => ({ ...point, time: i * 1000 }))]);
  const write = (it: Track) => {
    for (const chunk of gpxTrack({ name: 'Race', track: it })) Buffer.from(chunk);
  };
  expect(await tooFastGrowth(write, { name: 'points', text: track }, 50_000)).toBeNull();
});
