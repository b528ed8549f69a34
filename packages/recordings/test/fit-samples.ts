/** How tests write a value: its bytes, and the number of its base type. */
type Written = readonly [type: number, bytes: Buffer];

/** A field of a message: its number, and its value. */
export type FitField = readonly [number: number, value: Written];

const written = (type: number, bytes: number, write: (buffer: Buffer) => void): Written => {
  const buffer = Buffer.alloc(bytes);
  write(buffer);
  return [type, buffer];
};
export const u8 = (value: number) => written(2, 1, (buffer) => buffer.writeUInt8(value));
export const s8 = (value: number) => written(1, 1, (buffer) => buffer.writeInt8(value));
export const u16 = (value: number) => written(0x84, 2, (buffer) => buffer.writeUInt16LE(value));
export const u32 = (value: number) => written(0x86, 4, (buffer) => buffer.writeUInt32LE(value));
export const s32 = (value: number) => written(0x85, 4, (buffer) => buffer.writeInt32LE(value));

/** 2024-05-01 06:00:00 UTC in the seconds of FIT. */
export const fitStart = Date.UTC(2024, 4, 1, 6) / 1000 - 631_065_600;

/** A definition, and a message of it under the local number 0. `developer` has values of another maker: its field, and the value. */
export function fitMessage(number: number, fields: readonly FitField[], developer: readonly FitField[] = []): Buffer {
  const list = (all: readonly FitField[], last: (value: Written) => number) =>
    Buffer.from([all.length, ...all.flatMap(([id, value]) => [id, value[1].length, last(value)])]);
  const definition = [
    Buffer.from([developer.length > 0 ? 0x60 : 0x40, 0, 0, number & 0xff, number >> 8]),
    list(fields, ([type]) => type),
    developer.length > 0 ? list(developer, () => 0) : Buffer.alloc(0),
  ];
  return Buffer.concat([...definition, Buffer.from([0]), ...[...fields, ...developer].map(([, [, bytes]]) => bytes)]);
}

/** A FIT file of these messages, with a header of 14 bytes; `announced` is how long it says that it is. */
export function fitFile(messages: readonly Buffer[], announced?: number): Buffer {
  const data = Buffer.concat(messages);
  const header = Buffer.from([14, 0x20, 0x54, 8, 0, 0, 0, 0, 0x2e, 0x46, 0x49, 0x54, 0, 0]);
  header.writeUInt32LE(announced ?? data.length, 4);
  return Buffer.concat([header, data, Buffer.from([0, 0])]);
}

const semicircles = (degrees: number) => s32(Math.round((degrees * 2 ** 31) / 180));

/** A record `second` seconds after the start, at a position 10 m further for each three seconds, with these further fields. */
export function fitRecord(
  second: number,
  fields: readonly FitField[] = [],
  developer: readonly FitField[] = [],
): Buffer {
  const position: FitField[] = [
    [0, semicircles(47 + second * 0.00003)],
    [1, semicircles(8)],
    [2, u16((400 + 500) * 5)],
  ];
  return fitMessage(20, [[253, u32(fitStart + second)], ...position, ...fields], developer);
}

/** The event that a timer was started (0) or stopped (4). */
export const fitTimer = (second: number, type: 0 | 4) =>
  fitMessage(21, [
    [253, u32(fitStart + second)],
    [0, u8(0)],
    [1, u8(type)],
  ]);

/** The message of a whole activity: its start, its seconds, its meters and its sport. */
export const fitSession = (second: number, seconds: number, meters: number, sport = 1, subSport = 0) =>
  fitMessage(18, [
    [253, u32(fitStart + second + seconds)],
    [2, u32(fitStart + second)],
    [5, u8(sport)],
    [6, u8(subSport)],
    [7, u32(seconds * 1000)],
    [8, u32(seconds * 1000)],
    [9, u32(meters * 100)],
  ]);

/** A lap: its start, its seconds and its meters. */
export const fitLap = (second: number, seconds: number, meters: number) =>
  fitMessage(19, [
    [253, u32(fitStart + second + seconds)],
    [2, u32(fitStart + second)],
    [8, u32(seconds * 1000)],
    [9, u32(meters * 100)],
  ]);

/** A file of a run of a minute with a pause of half a minute in its middle, two laps, and a heart rate. */
export function fitRun(): Buffer {
  const records = (from: number) => Array.from({ length: 11 }, (_, i) => fitRecord(from + i * 3, [[3, u8(120 + i)]]));
  return fitFile([
    fitMessage(0, [[0, u8(4)]]),
    fitTimer(0, 0),
    ...records(0),
    fitTimer(30, 4),
    fitTimer(60, 0),
    ...records(60),
    fitLap(0, 30, 100),
    fitLap(60, 30, 100),
    fitSession(0, 60, 200),
  ]);
}
