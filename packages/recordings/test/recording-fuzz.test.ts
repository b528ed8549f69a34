/** Recordings of any format that are damaged at random are read within bounds, or refused with a sentence. */
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { sensorsOf } from '../activity/activity.ts';
import { MalformedRecording } from '../gpx/malformed-recording.ts';
import { TooManyPoints } from '../gpx/too-many-points.ts';
import { measureTrack } from '../measure/measure.ts';
import { readRecording } from '../read-recording.ts';
import type { Recording } from '../read-recording.ts';
import { packTrack } from '../track/packed-track.ts';
import { pointCount } from '../track/track.ts';
import { fitFile, fitRecord, fitRun } from './fit-samples.ts';
import { gpxOf } from './gpx-samples.ts';
import { tcx, tcxActivity, tcxLap, tcxPoint, tcxRun } from './tcx-samples.ts';
import { holds } from '@runners/testing';

/** More points than the samples have, and fewer than what a random one can announce. */
const maxPoints = 500;

/** Reads bytes; what comes of it can be measured and stored, and no list in it is longer than it may be. */
function isReadOrRefused(bytes: Buffer): void {
  let recording: Recording;
  try {
    recording = readRecording(bytes, { maxPoints });
  } catch (error) {
    if (!(error instanceof MalformedRecording || error instanceof TooManyPoints)) throw error;
    expect(error.message).toMatch(/^.{3,1000}$/s);
    return;
  }
  const activities = recording.format === 'gpx' ? [] : recording.activities;
  const tracks = recording.format === 'gpx' ? [recording.gpx.track] : activities.map(({ track }) => track);
  const counted = activities.flatMap((activity) => activity.counted ?? []);
  const columns = [...tracks, ...counted.map(({ moments }) => moments)];
  expect(columns.reduce((sum, track) => sum + pointCount(track), 0)).toBeLessThanOrEqual(maxPoints);
  for (const track of columns) {
    const { distanceInMeters, durationInSeconds } = measureTrack(track);
    expect(distanceInMeters).toBeGreaterThanOrEqual(0);
    expect(durationInSeconds ?? 0).toBeGreaterThanOrEqual(0);
    expect(packTrack(track).length).toBeGreaterThanOrEqual(0);
  }
  for (const activity of activities) {
    expect(activity.laps.length).toBeLessThanOrEqual(10_000);
    const moments = pointCount(activity.counted?.moments ?? activity.track);
    for (const column of Object.values(sensorsOf(activity) ?? {})) expect(column).toHaveLength(moments);
  }
  for (const { distanceInMeters, durationInSeconds } of counted) {
    expect(durationInSeconds).toBeGreaterThanOrEqual(0);
    expect(durationInSeconds).toBeLessThan(Infinity);
    expect(distanceInMeters ?? 0).toBeGreaterThanOrEqual(0);
  }
}

const still = Array.from({ length: 20 }, (_, i) => tcxPoint(i, '<DistanceMeters>3</DistanceMeters>', false)).join('');
const samples = {
  FIT: [fitRun(), Buffer.concat([fitRun(), fitFile([fitRecord(0), fitRecord(3)])])],
  TCX: [tcxRun(), tcx(`<Activities>${tcxActivity(tcxLap(0, 20, 60, [still]))}</Activities>`)],
  GPX: [gpxOf('<trkpt lat="47" lon="8"><ele>400</ele><time>2024-05-01T06:00:00Z</time></trkpt>'.repeat(20))],
};

/** What may stand in the place of some bytes. */
const pieces = fc.oneof(
  fc.uint8Array({ maxLength: 6 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom('<', '>', '</Track>', '<Track>', '<Lap>', '</Lap>', '<Activity>', '1e308', '-1', '9'.repeat(40))
    .map(Buffer.from),
  // Headers of definitions and messages, and the values of FIT that stand for none.
  fc.constantFrom([0x40, 0, 0, 20, 0], [0x60], [0x80], [0x9f], [0], [0xff, 0xff, 0xff, 0xff], [0x7f]).map(Buffer.from),
);
const edits = fc.array(fc.tuple(fc.nat(), fc.nat(8), pieces), { minLength: 1, maxLength: 6 });

test.each(Object.entries(samples))('%s with some bytes changed, removed and added', (_format, wholes) => {
  holds(
    fc.property(fc.constantFrom(...wholes), edits, (whole, list) => {
      let bytes = Buffer.from(whole);
      for (const [at, removed, piece] of list) {
        const from = at % (bytes.length + 1);
        bytes = Buffer.concat([bytes.subarray(0, from), piece, bytes.subarray(from + removed)]);
      }
      isReadOrRefused(bytes);
    }),
    400,
  );
});

/** A definition of a message of FIT with these fields, and messages of it. */
const messages = fc
  .record({
    number: fc.constantFrom(0, 12, 18, 19, 20, 20, 20, 21, 206, 300),
    fields: fc.array(fc.tuple(fc.constantFrom(0, 1, 2, 3, 5, 7, 8, 9, 73, 78, 253, 254), fc.nat(9), fc.nat(255)), {
      maxLength: 8,
    }),
    developer: fc.option(fc.array(fc.tuple(fc.nat(3), fc.nat(9), fc.nat(2)), { maxLength: 3 })),
    isBig: fc.boolean(),
    headers: fc.array(fc.constantFrom(0, 0, 0, 0x80, 0x9f, 1), { maxLength: 12 }),
    content: fc.uint8Array({ minLength: 1, maxLength: 80 }),
  })
  .map(({ number, fields, developer, isBig, headers, content }) => {
    const size = [...fields, ...(developer ?? [])].reduce((sum, [, bytes]) => sum + bytes, 0);
    const values = Buffer.alloc(size, content);
    const numbered = isBig ? [number >> 8, number & 0xff] : [number & 0xff, number >> 8];
    return Buffer.concat([
      Buffer.from([developer ? 0x60 : 0x40, 0, Number(isBig), ...numbered, fields.length, ...fields.flat()]),
      Buffer.from(developer ? [developer.length, ...developer.flat()] : []),
      ...headers.flatMap((header) => [Buffer.from([header]), values]),
    ]);
  });

test('FIT of random messages, in random forms', () => {
  holds(
    fc.property(fc.array(messages, { maxLength: 12 }), fc.option(fc.nat(2 ** 32 - 1)), (list, announced) => {
      isReadOrRefused(fitFile(list, announced ?? undefined));
    }),
    400,
  );
});

test.each([
  ['FIT', fitRun().subarray(0, 14)],
  ['TCX', Buffer.from('<TrainingCenterDatabase><Activities><Activity><Lap><Track>')],
  ['GPX', Buffer.from('<gpx><trk><trkseg>')],
])('any bytes after the beginning of %s', (_what, beginning) => {
  holds(
    fc.property(fc.uint8Array({ maxLength: 400 }), (soup) => isReadOrRefused(Buffer.concat([beginning, soup]))),
    200,
  );
});
