/** Timestamps in GPX documents are read as those of every other field. */
import { expect, test } from '@jest/globals';
import * as fc from 'fast-check';

import { MalformedRecording, readGpx, readGpxPlainly } from '@runners/recordings';
import { momentMs, readMoment } from '../../src/domain/rules/moment.ts';
import { gpxOptions } from '../../src/domain/tracks/workout-file.ts';
import { gpxOf } from '@runners/recordings/samples';
import { holds } from '@runners/testing';

/** Every way that a moment is read (decisions N15): Unix milliseconds, NaN when it is none. */
const readers: Record<string, (text: string) => number> = {
  'a field': (text) => Date.parse(readMoment(text) ?? ''),
  'a point': momentMs,
  'a track point, quickly': pointTime(readGpx),
  'a track point, by the XML parser': pointTime(readGpxPlainly),
};

function pointTime(read: typeof readGpx): (text: string) => number {
  return (text) => {
    try {
      const file = Buffer.from(gpxOf(`<trkpt lat="1" lon="2"><time>${text}</time></trkpt>`));
      return read(file, gpxOptions).track.time[0] ?? NaN;
    } catch (error: unknown) {
      if (error instanceof MalformedRecording) return NaN;
      throw error;
    }
  };
}

/** What all of them say, which must be the same. */
function timeOf(text: string): number {
  const all = Object.values(readers).map((read) => read(text));
  expect([text, all]).toEqual([text, all.map(() => all[0])]);
  return all[0] as number;
}

test.each([
  ['2024-03-01T07:00:00Z', '2024-03-01T07:00:00.000Z'],
  ['2024-03-01T07:00:00', '2024-03-01T07:00:00.000Z'],
  ['2024-03-01T07:00Z', '2024-03-01T07:00:00.000Z'],
  ['2024-03-01T07:00', '2024-03-01T07:00:00.000Z'],
  ['2024-03-01T07Z', '2024-03-01T07:00:00.000Z'],
  ['2024-03-01T07', '2024-03-01T07:00:00.000Z'],
  ['2024-03-01T07+01', '2024-03-01T06:00:00.000Z'],
  ['2024-03-01t07:00:00z', '2024-03-01T07:00:00.000Z'],
  ['2024-03-01 07:00:00Z', '2024-03-01T07:00:00.000Z'],
  ['2024-03-01 07:00:00 +0100', '2024-03-01T06:00:00.000Z'],
  [' \n2024-03-01T07:00:00Z\t', '2024-03-01T07:00:00.000Z'],
  ['20240301T070000Z', '2024-03-01T07:00:00.000Z'],
  ['20240301T0700Z', '2024-03-01T07:00:00.000Z'],
  ['20240301T07Z', '2024-03-01T07:00:00.000Z'],
  ['20240301t070000.5z', '2024-03-01T07:00:00.500Z'],
  ['20240301T070000,25+0130', '2024-03-01T05:30:00.250Z'],
  ['20240301T070000', '2024-03-01T07:00:00.000Z'],
  ['20240301T07:00:00Z', '2024-03-01T07:00:00.000Z'],
  ['2024-03-01T070000-08:00', '2024-03-01T15:00:00.000Z'],
  ['2024-03-01T07:00:00.1Z', '2024-03-01T07:00:00.100Z'],
  ['2024-03-01T07:00:00,25Z', '2024-03-01T07:00:00.250Z'],
  ['2024-03-01T07:00:00.123999999999Z', '2024-03-01T07:00:00.123Z'],
  ['1969-12-31T23:59:59.9999Z', '1969-12-31T23:59:59.999Z'],
  ['2024-03-01T07:00.5Z', '2024-03-01T07:00:30.000Z'],
  ['2024-03-01T07.25Z', '2024-03-01T07:15:00.000Z'],
  ['2024-03-01T07:00:00+02:00', '2024-03-01T05:00:00.000Z'],
  ['2024-03-01T07:00:00.5-0930', '2024-03-01T16:30:00.500Z'],
  ['2024-03-01T07:00:00+05', '2024-03-01T02:00:00.000Z'],
  ['2024-03-01T07:00:00-00:00', '2024-03-01T07:00:00.000Z'],
  ['2024-01-01T00:30:00+01:00', '2023-12-31T23:30:00.000Z'],
  ['2024-02-29T23:59:60Z', '2024-03-01T00:00:00.000Z'],
  ['2024-02-29T23:59:60.5Z', '2024-03-01T00:00:00.500Z'],
  ['20150630T235960Z', '2015-07-01T00:00:00.000Z'],
  ['2015-07-01T01:59:60+02:00', '2015-07-01T00:00:00.000Z'],
  ['2023-12-31T24:00:00Z', '2024-01-01T00:00:00.000Z'],
  ['2023-12-31T24:00:00.000Z', '2024-01-01T00:00:00.000Z'],
  ['2023-12-31T24:00Z', '2024-01-01T00:00:00.000Z'],
  ['20231231T24', '2024-01-01T00:00:00.000Z'],
  ['2023-12-31T24:00:00-05:00', '2024-01-01T05:00:00.000Z'],
  ['2000-02-29T00:00:00Z', '2000-02-29T00:00:00.000Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
])('%j is %s', (text, utc) => {
  expect(timeOf(text)).toBe(Date.parse(utc));
});

test.each([
  '',
  'now',
  '1709276400',
  '20240301',
  '2024-03-01',
  '2024-03-01T',
  '2024-03-01T7Z',
  '2024-03-01T070Z',
  '2024-03-01T07000Z',
  '2024-03-01T07:0000Z',
  '2024-03-01T0700:00Z',
  '2024-0301T07:00:00Z',
  '202403-01T07:00:00Z',
  '2024-13-01T07:00:00Z',
  '2024-00-01T07:00:00Z',
  '20240230T070000Z',
  '2024-02-30T07:00:00Z',
  '2023-02-29T07:00:00Z',
  '1900-02-29T07:00:00Z',
  '2024-04-31T07:00:00Z',
  '2024-03-00T07:00:00Z',
  '2024-03-01T25:00:00Z',
  '2024-03-01T24:00:01Z',
  '2024-03-01T24:01Z',
  '2024-03-01T24:00:00.0000001Z',
  '2024-03-01T24.5Z',
  '2024-03-01T07:60:00Z',
  '2024-03-01T07:00:61Z',
  '2024-03-01T07:00:00.Z',
  '2024-03-01T07:00:00.5x',
  '2024-03-01T07:00:00ZZ',
  '2024-03-01T07:00:00+25:00',
  '2024-03-01T07:00:00+02:60',
  '2024-03-01T07:00:00+0',
  '2024-03-01T07:00:00+02:0',
  '24-03-01T07:00:00Z',
  '+2024-03-01T07:00:00Z',
  '2024-03-0\u0131T07:00:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00+01:00',
  '9999-12-31T23:59:59-01:00',
  '9999-12-31T24:00:00Z',
  `2024-03-01T07:00:00.${'1'.repeat(1000)}Z`,
])('%s is not a time', (text) => {
  expect(timeOf(text)).toBeNaN();
});

test('times as JavaScript writes them, and as other programs do', () => {
  const min = new Date('0001-01-02T00:00:00Z');
  const max = new Date('9999-12-30T23:59:59Z');
  const zone = fc.constantFrom('Z', 'z', '', '+00:00', '-0000', '+00', ' Z');
  holds(
    fc.property(fc.date({ min, max, noInvalidDate: true }), fc.boolean(), fc.boolean(), zone, (date, d, t, end) => {
      const [day = '', time = ''] = date.toISOString().slice(0, -1).split('T');
      const text = `${d ? day.replaceAll('-', '') : day}T${t ? time.replaceAll(':', '') : time}${end}`;
      expect(timeOf(text)).toBe(date.getTime());
    }),
  );
});

test('fields keep microseconds', () => {
  expect(readMoment('20240301T070004,1234569Z')).toBe('2024-03-01T07:00:04.123456Z');
  expect(readMoment('2024-03-01T07:00.0000166Z')).toBe('2024-03-01T07:00:00.000960Z');
});
