/** Recordings are known by their content, and read in every format: GPX, TCX and FIT. */
import { describe, expect, test } from '@jest/globals';
import { gzipSync } from 'node:zlib';

import type { Activity } from '../activity/activity.ts';
import { sensorsOf } from '../activity/activity.ts';
import { MalformedRecording } from '../gpx/malformed-recording.ts';
import { TooManyPoints } from '../gpx/too-many-points.ts';
import { measureTrack } from '../measure/measure.ts';
import { readRecording } from '../read-recording.ts';
import { pointCount } from '../track/track.ts';
import {
  fitFile,
  fitLap,
  fitMessage,
  fitRecord,
  fitRun,
  fitSession,
  fitStart,
  fitTimer,
  s32,
  s8,
  u16,
  u32,
  u8,
} from './fit-samples.ts';
import { gpxOf } from './gpx-samples.ts';
import { tcx, tcxActivity, tcxLap, tcxPoint, tcxRun } from './tcx-samples.ts';

const point = '<trkpt lat="47" lon="8"><time>2024-05-01T06:00:00Z</time></trkpt>';
const records = (count: number, from = 0) => Array.from({ length: count }, (_, i) => fitRecord(from + i * 3));

function activities(file: Buffer | string): Activity[] {
  const recording = readRecording(Buffer.from(file));
  return recording.format === 'gpx' ? [] : recording.activities;
}

/** What a test compares of each activity. */
const shown = (file: Buffer | string) =>
  activities(file).map(({ sport, track, laps }) => ({
    sport,
    points: pointCount(track),
    segments: [...track.segmentStarts],
    seconds: measureTrack(track).durationInSeconds,
    meters: Math.round(measureTrack(track).distanceInMeters),
    heartRate: [...(track.sensors?.heartRate ?? [])].slice(0, 3),
    laps: laps.length,
  }));

test.each<[string, Buffer, string]>([
  ['GPX', Buffer.from(gpxOf(point)), 'gpx'],
  ['GPX in UTF-16', Buffer.from(`\uFEFF${gpxOf(point).replace('UTF-8', 'UTF-16')}`, 'utf16le'), 'gpx'],
  [
    'GPX behind comments',
    Buffer.from(` <?xml version="1.0"?><!-- <Training> --> <?x y?>\n<g:gpx xmlns:g="a"/>`.trim()),
    'gpx',
  ],
  ['TCX', Buffer.from(tcxRun()), 'tcx'],
  ['FIT', fitRun(), 'fit'],
  [
    'FIT with a header of 12 bytes',
    Buffer.concat([Buffer.from([12]), fitRun().subarray(1, 12), fitRun().subarray(14)]),
    'fit',
  ],
])('%s is known by its content', (_what, file, format) => {
  expect(readRecording(file).format).toBe(format);
});

test('a run is the same in TCX and FIT: points, pauses, and what sensors measured', () => {
  const run = {
    points: 22,
    segments: [0, 11],
    seconds: 60,
    meters: 200,
    heartRate: [120, 121, 122],
  };
  expect(shown(fitRun())).toEqual([{ sport: 'running', laps: 2, ...run }]);
  expect(shown(tcxRun())).toEqual([{ sport: 'Running', laps: 1, ...run }]);
  expect(activities(fitRun())[0]?.laps[1]).toEqual({
    startMs: Date.UTC(2024, 4, 1, 6, 1),
    durationInSeconds: 30,
    distanceInMeters: 100,
  });
  expect(activities(fitRun())[0]?.startMs).toBe(activities(tcxRun())[0]?.startMs);
});

test('a lap is no pause', () => {
  const laps = [0, 30].map((from) =>
    tcxLap(from, 30, 100, [Array.from({ length: 10 }, (_, i) => tcxPoint(from + i * 3)).join('')]),
  );
  expect(shown(tcx(`<Activities>${tcxActivity(laps.join(''))}</Activities>`))).toMatchObject([
    { segments: [0], seconds: 57, laps: 2 },
  ]);
});

describe('FIT', () => {
  test('several activities in one file each have the records of their time', () => {
    const file = fitFile([
      ...records(5),
      ...records(4, 100),
      fitSession(0, 12, 40),
      fitSession(100, 9, 30, 2),
      fitLap(100, 9, 30),
    ]);
    expect(shown(file)).toMatchObject([
      { sport: 'running', points: 5, laps: 0 },
      { sport: 'cycling', points: 4, laps: 1 },
    ]);
  });

  test('chained files each have their activities', () => {
    const one = fitFile([...records(5), fitSession(0, 12, 40)]);
    const other = fitFile([...records(4, 100), fitSession(100, 9, 30, 11)]);
    expect(shown(Buffer.concat([one, other]))).toMatchObject([
      { sport: 'running', points: 5 },
      { sport: 'walking', points: 4 },
    ]);
  });

  test.each<[string, Buffer]>([
    ['is cut off in a message', fitFile(records(6), 1000).subarray(0, -12)],
    ['does not say how long it is', fitFile(records(5), 0)],
    ['goes on with what is no message', fitFile([...records(5), Buffer.from([7, 1, 2, 3])])],
  ])('what is there is read of a file that %s', (_what, file) => {
    expect(shown(file)).toMatchObject([{ sport: null, points: 5, seconds: 12 }]);
  });

  test('compressed times count on from the last time', () => {
    const definition = Buffer.from([0x41, 0, 0, 20, 0, 2, 0, 4, 0x85, 1, 4, 0x85]);
    const compressed = (second: number) =>
      Buffer.concat([
        Buffer.from([0x80 | (1 << 5) | ((fitStart + second) & 0x1f)]),
        s32(560_000_000 + second)[1],
        s32(95_000_000)[1],
      ]);
    const file = fitFile([fitRecord(0), definition, ...[10, 30, 40, 71].map(compressed)]);
    const [activity] = activities(file);
    expect([...activity!.track.time].map((time) => (time - Date.UTC(2024, 4, 1, 6)) / 1000)).toEqual([
      0, 10, 30, 40, 71,
    ]);
  });

  test('fields of other makers are passed over, and read where they stand for one of ours', () => {
    const described = fitMessage(206, [
      [0, u8(0)],
      [1, u8(9)],
      [2, u8(0x84)],
      [15, u8(7)],
    ]);
    const file = fitFile([described, fitRecord(0, [], [[9, u16(250)]]), fitRecord(3, [[3, u8(130)]], [[5, u32(1)]])]);
    expect(activities(file)[0]?.track.sensors).toMatchObject({
      power: Int16Array.of(250, -32768),
      heartRate: Int16Array.of(-32768, 130),
    });
  });

  test('what has no value is left out, and finer values come first', () => {
    const none = fitRecord(3, [
      [3, u8(255)],
      [13, s8(127)],
      [7, u16(0xffff)],
    ]);
    const fine = fitRecord(0, [
      [78, u32((410 + 500) * 5)],
      [6, u16(2000)],
      [73, u32(2500)],
      [13, s8(-3)],
    ]);
    const { elevation, sensors } = activities(fitFile([fine, none]))[0]!.track;
    expect([...elevation]).toEqual([410, 400]);
    expect(sensors).toEqual({ speed: Int16Array.of(2500, -32768), temperature: Int16Array.of(-300, -32768) });
  });

  test('a run without positions has what the device counted', () => {
    const still = (second: number) =>
      fitMessage(20, [
        [253, u32(fitStart + second)],
        [3, u8(150)],
      ]);
    const file = fitFile([fitTimer(0, 0), still(0), still(30), still(60), fitSession(0, 61, 180, 1, 1)]);
    const [activity] = activities(file);
    expect(activity).toMatchObject({ sport: 'treadmill', counted: { distanceInMeters: 180, durationInSeconds: 61 } });
    expect(sensorsOf(activity!)).toEqual({ heartRate: Int16Array.of(150, 150, 150) });
  });
});

describe('TCX', () => {
  test('several activities in one file, with names and with sensors of extensions', () => {
    const extension =
      '<Cadence>80</Cadence><Extensions><ns3:TPX><ns3:Speed>3.5</ns3:Speed><ns3:Watts>210</ns3:Watts></ns3:TPX></Extensions>';
    const points = tcxPoint(0, extension) + tcxPoint(3, extension);
    const noted = tcxActivity(`${tcxLap(0, 3, 10, [points])}<Notes> Hills </Notes>`);
    const [one, other] = activities(
      tcx(`<Activities>${noted}${tcxActivity(tcxLap(9, 3, 10, [points]), 'Biking', 9)}</Activities>`),
    );
    expect(one).toMatchObject({ sport: 'Running', description: 'Hills', name: null });
    expect(one?.track.sensors).toMatchObject({
      cadence: Int16Array.of(8000, 8000),
      power: Int16Array.of(210, 210),
      speed: Int16Array.of(3500, 3500),
    });
    expect(other?.sport).toBe('Biking');
  });

  test('a run without positions has what the laps counted', () => {
    const still = [0, 3]
      .map((second) => tcxPoint(second, '<HeartRateBpm><Value>150</Value></HeartRateBpm>', false))
      .join('');
    const [activity] = activities(
      tcx(`<Activities>${tcxActivity(tcxLap(0, 300.6, 900, [still]) + tcxLap(300, 300.5, 950, []))}</Activities>`),
    );
    expect(activity).toMatchObject({ counted: { distanceInMeters: 1850, durationInSeconds: 601 } });
  });
});

test.each<[string, Buffer | string, RegExp]>([
  ['nothing', '', /^the file is neither GPX nor TCX nor FIT$/],
  ['a picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0]), /neither GPX nor TCX nor FIT/],
  ['another root', '<kml><gpx/></kml>', /^the root element is kml, which is neither GPX nor TCX$/],
  ['a gzip file, which is unpacked before', gzipSync(fitRun()), /neither GPX nor TCX nor FIT/],
  [
    'a course of TCX',
    tcx(`<Courses><Course><Name>x</Name><Track>${tcxPoint(0)}</Track></Course></Courses>`),
    /^it is a course to follow/,
  ],
  ['TCX without activities', tcx('<Folders/>'), /^nothing of an activity is in the TCX file$/],
  ['TCX that is not well-formed', tcx('\n<Activities>'), /^line 3: /],
  ['TCX with a DOCTYPE', `<!DOCTYPE a [<!ENTITY b "c">]>${tcx('').slice(39)}`, /a DOCTYPE is not allowed/],
  ['TCX with deep elements', tcx('<a>'.repeat(70)), /nested more than 64 deep/],
  [
    'TCX with too many activities',
    tcx(`<Activities>${'<Activity/>'.repeat(101)}</Activities>`),
    /more than 100 activities$/,
  ],
  ['settings of FIT', fitFile([fitMessage(0, [[0, u8(2)]])]), /^it is a FIT file of settings, not of an activity$/],
  [
    'FIT with too many activities, each few in a chained file',
    Buffer.concat(
      Array.from({ length: 26 }, (_, file) =>
        fitFile(Array.from({ length: 4 }, (_one, i) => fitSession(file * 400 + i * 100, 60, 100))),
      ),
    ),
    /^there are more than 100 activities$/,
  ],
  ['FIT without messages', fitFile([]), /^nothing of an activity is in the FIT file$/],
])('%s is refused with a sentence', (_what, file, sentence) => {
  const read = () => readRecording(Buffer.from(file));
  expect(read).toThrow(MalformedRecording);
  expect(read).toThrow(sentence);
});

test('more points than allowed are refused', () => {
  const several = fitFile([...records(5), ...records(5, 100), fitSession(0, 12, 40), fitSession(100, 9, 30)]);
  expect(() => readRecording(several, { maxPoints: 9 })).toThrow(TooManyPoints);
  expect(() => readRecording(Buffer.from(tcxRun()), { maxPoints: 9 })).toThrow(TooManyPoints);
});
