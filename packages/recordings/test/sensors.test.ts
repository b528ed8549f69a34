/** The values of sensors are read from the extensions of points, packed, and written as extensions again. */
import { describe, expect, test } from '@jest/globals';
import { readGpx, readGpxPlainly } from '../gpx/read.ts';
import { gpxDocument } from '../gpx/write.ts';
import { packSensors, unpackSensors } from '../track/packed-sensors.ts';
import { trackHash } from '../track/packed-track.ts';
import { recordedSensors, valueOf } from '../track/sensors.ts';
import type { Sensors } from '../track/sensors.ts';
import { dialects, measured, sensorRun } from './sensor-samples.ts';
import { longRun, recording } from './gpx-samples.ts';

/** The values of all sensors, in their units. */
function valuesOf(sensors: Sensors = {}): Record<string, (number | null)[]> {
  return Object.fromEntries(
    recordedSensors(sensors).map((name) => [name, Array.from(sensors[name] ?? [], (stored) => valueOf(name, stored))]),
  );
}
const read = (file: string | Buffer) => readGpx(Buffer.from(file)).track;
const valuesIn = (file: string | Buffer) => valuesOf(read(file).sensors);
const both = (file: string) => {
  const bytes = Buffer.from(file);
  expect(valuesOf(readGpxPlainly(bytes).track.sensors)).toEqual(valuesIn(file));
  return valuesIn(file);
};

describe.each(Object.entries(dialects))('%s', (_name, { file, without }) => {
  const expected = Object.fromEntries(Object.entries(measured).filter(([name]) => !without.includes(name)));

  test('is read, by both readers', () => {
    expect(both(file)).toEqual(expected);
  });

  test('is written and read back the same', () => {
    const track = read(file);
    const header = { creator: 'A watch', authorName: 'Ann', time: new Date(0) };
    const text = [...gpxDocument(header, [{ name: 'x', track, sensors: track.sensors ?? null }])].join('');
    expect(both(text)).toEqual(expected);
    expect(trackHash(read(text))).toBe(trackHash(track));
  });
});

describe('values', () => {
  const first = (name: string, text: string, outer = 'x') =>
    both(
      sensorRun('', (i) => (i === 1 ? `<extensions><${outer}><${name}>${text}</${name}></${outer}></extensions>` : '')),
    );

  test.each([
    ['hr', '0'],
    ['hr', '19'],
    ['hr', '256'],
    ['hr', 'NaN'],
    ['hr', ''],
    ['hr', '--'],
    ['cad', '-1'],
    ['cad', '301'],
    ['power', '65535'],
    ['atemp', '-273.15'],
    ['speed', '31'],
    ['speed', '1e400'],
    ['wtemp', '20'],
    ['hrx', '100'],
    ['h', '100'],
  ])('ignores %s %j, and keeps the point', (name, text) => {
    expect(first(name, text)).toEqual({});
    expect(read(sensorRun('', () => `<extensions><${name}>${text}</${name}></extensions>`)).time).toHaveLength(4);
  });

  test.each([
    ['hr', '120', 'heartRate', 120],
    ['HR', ' 120.4 ', 'heartRate', 120],
    ['a:Cad', '0', 'cadence', 0],
    ['cadence', '81.55', 'cadence', 81.55],
    ['PowerInWatts', '5000', 'power', 5000],
    ['a:temp', '-12.34', 'temperature', -12.34],
    ['speed', '9.765625E-1', 'speed', 0.977],
    ['speed', '<![CDATA[2.5]]>', 'speed', 2.5],
    ['hr', '1<b>2</b>0', 'heartRate', 120],
  ])('reads %s %j', (name, text, sensor, value) => {
    expect(first(name, text)).toEqual({ [sensor]: [null, value, null, null] });
  });

  test('the first valid value of a point counts, and only values in extensions do', () => {
    expect(first('hr', '0</hr><hr>90</hr><hr>95')).toEqual({ heartRate: [null, 90, null, null] });
    expect(both(sensorRun('', () => '<hr>90</hr><a><hr>90</hr></a>'))).toEqual({});
    expect(both(sensorRun('', () => '<b:extensions xmlns:b="urn:b"><hr>90</hr></b:extensions>'))).toEqual({});
  });

  test('the speed of GPX 1.0 is read', () => {
    expect(both(sensorRun('', (i) => `<speed>2.${i}</speed>`))).toEqual({ speed: [2, 2.1, 2.2, 2.3] });
  });

  test('a sensor that begins late, and stops, has a value at its points only', () => {
    const values = valuesIn(longRun(3000)).heartRate;
    expect(values).toBeUndefined();
    const late = sensorRun('', (i) => (i >= 1990 && i < 2995 ? '<extensions><hr>99</hr></extensions>' : ''), 3000);
    const hr = both(late)['heartRate'] ?? [];
    expect([hr.length, hr.indexOf(99), hr.lastIndexOf(99), hr.filter((one) => one === 99).length]).toEqual([
      3000, 1990, 2994, 1005,
    ]);
  });
});

describe('packed sensors', () => {
  test('of the recordings are the same when they are unpacked', () => {
    for (const name of ['strava-5k-heart-rate.gpx', 'garmin-activity.gpx']) {
      const { sensors } = read(recording(name));
      expect(Object.keys(sensors ?? {})).toEqual(
        name.startsWith('strava') ? ['heartRate', 'cadence', 'power'] : ['heartRate', 'cadence'],
      );
      const packed = packSensors(sensors) as Uint8Array;
      expect(unpackSensors(packed)).toEqual(sensors);
      const damaged = Uint8Array.from(packed);
      damaged[damaged.length - 1]! ^= 1;
      expect(() => unpackSensors(damaged)).toThrow('wrong checksum');
      expect(() => unpackSensors(packed.subarray(0, -1))).toThrow('bytes instead of');
      expect(() => unpackSensors(packed.subarray(0, 7))).toThrow('no header');
    }
  });

  test('are nothing without sensors', () => {
    expect(packSensors(undefined)).toBeNull();
    expect(packSensors({})).toBeNull();
  });
});
