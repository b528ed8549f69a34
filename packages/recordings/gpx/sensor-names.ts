import { sensorNames } from '../track/sensors.ts';
import type { SensorName } from '../track/sensors.ts';

/**
 * The names by which extensions of track points give the values of sensors, without prefix and at any depth, because programs write the same
 * names in different namespaces:
 *
 * - Garmin's TrackPointExtension 1 and 2: `hr`, `cad`, `atemp`, `speed`; its PowerExtension: `PowerInWatts`
 * - Cluetrust: `hr`, `cadence`, `temp`, `power`
 * - Strava: `power`, `heartrate`, `cadence`, `temp` directly in `extensions`
 * - OpenTracks: those of Garmin, and `speed`, `cadence`, `power` of its own
 */
const names: Readonly<Record<string, SensorName>> = {
  hr: 'heartRate',
  heartrate: 'heartRate',
  heart_rate: 'heartRate',
  cad: 'cadence',
  cadence: 'cadence',
  power: 'power',
  powerinwatts: 'power',
  watts: 'power',
  atemp: 'temperature',
  temp: 'temperature',
  temperature: 'temperature',
  speed: 'speed',
};

const known = Object.entries(names).map(([name, sensor]) => ({
  bytes: Buffer.from(name),
  sensor: sensorNames.indexOf(sensor),
}));
/** The names by their length and first letter, so that a name is compared with one or two others. */
const byBeginning: (typeof known | undefined)[] = [];
for (const one of known) {
  const index = beginning(one.bytes.length, one.bytes[0] as number);
  byBeginning[index] = [...(byBeginning[index] ?? []), one];
}

/** The bit in which a small ASCII letter differs from the capital. */
const SMALL = 0x20;

function beginning(length: number, letter: number): number {
  return (length << 5) | (letter & 0x1f);
}

/** The index in `sensorNames` of the sensor that the bytes of a name from `from` up to `to` denote, or -1. */
export function sensorOfBytes(bytes: Uint8Array, from: number, to: number): number {
  const candidates = byBeginning[beginning(to - from, bytes[from] ?? 0)];
  if (candidates === undefined) return -1;
  for (const { bytes: name, sensor } of candidates) {
    let i = 0;
    while (i < name.length && isSame(bytes[from + i] as number, name[i] as number)) i++;
    if (i === name.length) return sensor;
  }
  return -1;
}

/** Whether a character is this one of a known name, in any case. An underscore has no case. */
function isSame(character: number, expected: number): boolean {
  return character === expected || (expected >= 0x61 && (character | SMALL) === expected && character < 0x5b);
}

/** The index in `sensorNames` of the sensor that a name denotes, or -1. */
export function sensorOfName(local: string): number {
  const sensor = names[local] ?? names[local.toLowerCase()];
  return sensor === undefined || !/^[A-Za-z_]+$/.test(local) ? -1 : sensorNames.indexOf(sensor);
}
