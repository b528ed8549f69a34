import { crc32 } from 'node:zlib';
import { recordedSensors, sensorNames } from './sensors.ts';
import type { SensorName, Sensors } from './sensors.ts';

/*
 * The packed form of the sensors of a track, little-endian:
 *
 * 0   'R' 'S', version 1, 0 4   uint32  number of points n 8   uint32  bit i: sensor i of `sensorNames` has a column 12
 * uint32  CRC-32 of everything after the header 16  n × int16   for each of these sensors in their order: values in
 * steps, -2^15: none
 */
const MAGIC = 0x0001_5352;
const HEADER_BYTES = 16;

/** Packs sensors into bytes for one binary column, with two bytes for each point and sensor. Null without any sensor. */
export function packSensors(sensors: Sensors | undefined): Uint8Array<ArrayBuffer> | null {
  const names = recordedSensors(sensors ?? {});
  const points = names.length === 0 ? 0 : (sensors?.[names[0] as SensorName]?.length ?? 0);
  if (points === 0) return null;
  const buffer = new ArrayBuffer(HEADER_BYTES + names.length * points * 2);
  let mask = 0;
  for (const [index, name] of names.entries()) {
    mask |= 1 << sensorNames.indexOf(name);
    new Int16Array(buffer, HEADER_BYTES + index * points * 2, points).set(sensors?.[name] as Int16Array);
  }
  new Uint32Array(buffer, 0, 4).set([MAGIC, points, mask, crc32(new Uint8Array(buffer, HEADER_BYTES))]);
  return new Uint8Array(buffer);
}

/**
 * Unpacks the result of {@link packSensors}. The bytes are copied.
 *
 * @throws Error with a description when the bytes are not packed sensors, or are truncated or corrupted
 */
export function unpackSensors(bytes: Uint8Array): Sensors {
  if (bytes.length < HEADER_BYTES) throw new Error(`packed sensors: only ${bytes.length} bytes, no header`);
  const { buffer } = new Uint8Array(bytes);
  const [magic, points = 0, mask = 0, checksum] = new Uint32Array(buffer, 0, 4);
  if (magic !== MAGIC) throw new Error('packed sensors: not packed sensors of version 1');
  const names = sensorNames.filter((_, sensor) => (mask & (1 << sensor)) !== 0);
  const expected = HEADER_BYTES + names.length * points * 2;
  if (bytes.length !== expected) throw new Error(`packed sensors: ${bytes.length} bytes instead of ${expected}`);
  if (crc32(new Uint8Array(buffer, HEADER_BYTES)) !== checksum) throw new Error('packed sensors: wrong checksum');
  return Object.fromEntries(
    names.map((name, index) => [name, new Int16Array(buffer, HEADER_BYTES + index * points * 2, points)]),
  );
}
