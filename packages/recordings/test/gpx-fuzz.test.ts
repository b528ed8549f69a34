/** The two GPX readers agree on documents that are damaged at random. */
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { readGpx, readGpxPlainly } from '../gpx/read.ts';
import { TooManyPoints } from '../gpx/too-many-points.ts';
import { MalformedRecording } from '../gpx/malformed-recording.ts';
import { RECORDINGS, gpxOf, plain, recording } from './gpx-samples.ts';
import { holds } from '@runners/testing';

/** A document, or the message of the only errors allowed. */
function outcome(read: typeof readGpx, bytes: Buffer): unknown {
  try {
    const document = read(bytes);
    return { ...document, track: plain(document.track) };
  } catch (error) {
    if (error instanceof MalformedRecording || error instanceof TooManyPoints) return error.message;
    throw error;
  }
}

/** Both readers must come to the same, whatever the bytes. */
function agree(bytes: Buffer): void {
  expect(outcome(readGpx, bytes)).toEqual(outcome(readGpxPlainly, bytes));
}

/** The first and last bytes of each recording: a document that is read in no time, with points of that device. */
const samples = RECORDINGS.map(([file]) => {
  const text = recording(file).toString('latin1');
  const truncated = text.indexOf('</trkpt>', text.indexOf('<trkpt') + 3000) + 8;
  return Buffer.from(`${text.slice(0, truncated)}</trkseg></trk></gpx>`, 'latin1');
});

/** What is put into a document. */
const EDITS = [
  '<',
  '>',
  '/',
  '&',
  '"',
  "'",
  ']]>',
  '<!--',
  '-->',
  '<![CDATA[',
  ' ',
  '\r',
  '.',
  '-',
  '9',
  '=',
  'é',
  '<trkpt lat="1" lon="2">',
  '</trkpt>',
  '<trkseg>',
  '</trkseg>',
  '<ele>1</ele>',
  '<time>',
  '<a/>',
  '<a b="c">',
  '&amp;',
  '&#10;',
  '\u0000',
  '<?x ?>',
  '<!DOCTYPE a>',
  ' xmlns="urn:x"',
  '<p:ele xmlns:p="q">',
];

const edits = fc.array(
  fc.record({
    at: fc.nat(),
    remove: fc.oneof(fc.constant(0), fc.constant(1), fc.nat(40)),
    insert: fc.oneof(fc.constantFrom(...EDITS), fc.string({ maxLength: 4, unit: 'binary' })),
  }),
  { minLength: 1, maxLength: 4 },
);

test('recordings with a few edits', () => {
  holds(
    fc.property(fc.constantFrom(...samples), edits, (sample, list) => {
      let bytes = sample;
      for (const { at, remove, insert } of list) {
        const from = at % bytes.length;
        bytes = Buffer.concat([bytes.subarray(0, from), Buffer.from(insert), bytes.subarray(from + remove)]);
      }
      agree(bytes);
    }),
    400,
  );
});

test('truncated recordings with flipped bytes', () => {
  holds(
    fc.property(
      fc.constantFrom(...samples),
      fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 3 }),
      fc.option(fc.nat()),
      (sample, flips, truncated) => {
        const bytes = Buffer.from(truncated === null ? sample : sample.subarray(0, truncated % sample.length));
        for (const [at, value] of flips) if (bytes.length > 0) bytes[at % bytes.length] = value;
        agree(bytes);
      },
    ),
    300,
  );
});

test('whole recordings with one flipped byte', () => {
  const whole = RECORDINGS.map(([file]) => recording(file)).filter((bytes) => bytes.length < 400_000);
  holds(
    fc.property(fc.constantFrom(...whole), fc.nat(), fc.nat(255), (sample, at, value) => {
      const bytes = Buffer.from(sample);
      bytes[at % bytes.length] = value;
      agree(bytes);
    }),
    20,
  );
});

/** What points are made of, and some of what they aren't. */
const PIECES = [
  '<trkpt lat="1" lon="2">',
  '<trkpt lon=\'3\' lat="4.5" >',
  '<trkpt lat="1" lon="2"/>',
  '</trkpt>',
  '<trkpt>',
  '<ele>1.5</ele>',
  '<ele/>',
  '<ele>x</ele>',
  '<ele>NaN</ele>',
  '<ele>',
  '</ele>',
  ' ',
  '\r\n',
  'text',
  '&lt;',
  '<time>2024-03-01T07:00:00Z</time>',
  '<time>2024-03-01T07:00:00.5+01:00</time>',
  '<time>x</time>',
  '<time></time>',
  '<extensions>',
  '</extensions>',
  '<a:b>7</a:b>',
  '<c/>',
  '<c d="e"/>',
  '<!-- trkpt> -->',
  '<![CDATA[x]]>',
  ']]>',
  '>',
  '</trkseg><trkseg>',
  '<trkseg>',
  '</trkseg>',
  '<p:trkpt lat="1" lon="2">',
  '</trkpt >',
  '<a>',
  '</a>',
];

test('points made of random pieces', () => {
  const pieces = fc.constantFrom(...PIECES);
  const whole = '<trkpt lat="1" lon="2"><ele>3</ele></trkpt>';
  holds(
    fc.property(fc.array(fc.oneof(pieces, fc.constant(whole)), { maxLength: 12 }), (list) => {
      agree(Buffer.from(gpxOf(list.join(''))));
      agree(Buffer.from(gpxOf(`<trkpt lat="1" lon="2">${list.join('')}</trkpt>`)));
    }),
    400,
  );
});

test('any bytes', () => {
  holds(
    fc.property(fc.uint8Array({ maxLength: 200 }), fc.boolean(), (soup, started) => {
      agree(Buffer.concat([Buffer.from(started ? '<gpx>' : ''), soup]));
    }),
    200,
  );
});

/** A comment of about `length` bytes, none of its characters ASCII. */
function filler(length: number): string {
  return `<!--${'é🏃'.repeat(Math.ceil(length / 6))}-->`;
}

test('documents that are split at the boundaries of pieces for the parser', () => {
  for (let shift = 0; shift < 12; shift++) {
    const points = Array.from(
      { length: 40 },
      (_, i) => `<trkpt lat="${i}" lon="2">${filler(6000)}<a>ü\r\n🏃</a></trkpt>`,
    );
    agree(Buffer.from(gpxOf(`${'x'.repeat(shift)}${points.join('\r\n')}`)));
  }
});
