import { deflateSync } from 'node:zlib';
import { chunk } from './images.ts';

const latin1 = (text: string) => Buffer.from(text, 'latin1');
/** A number of an ICC profile, with 16 bits behind the point. */
function fixed(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(Math.round(value * 65_536));
  return bytes;
}
const place = (xyz: readonly number[]) => Buffer.concat([latin1('XYZ \0\0\0\0'), ...xyz.map(fixed)]);
const curve = (kind: number, ...numbers: number[]) =>
  Buffer.concat([latin1('para\0\0\0\0\0'), Buffer.from([kind, 0, 0]), ...numbers.map(fixed)]);
const gamma = (exponent: number) => curve(0, exponent);
const curveOfSrgb = curve(3, 2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045);
const whitePoint = [0.9642, 1, 0.82491];

/** An ICC profile for the display class, of a color space with these tags. */
function profile(space: string, connection: 'XYZ ' | 'Lab ', tags: Record<string, Buffer>): Buffer {
  const texts = latin1('mluc\0\0\0\0\0\0\0\x01\0\0\0\x0cenUS\0\0\0\x02\0\0\0\x1c\0c');
  const all = Object.entries({ desc: texts, cprt: texts, wtpt: place(whitePoint), ...tags });
  const head = Buffer.alloc(132 + all.length * 12);
  head.write('\x04\x20\0\0mntr', 8, 'latin1');
  head.write(`${space}${connection}`, 16, 'latin1');
  head.write('acsp', 36, 'latin1');
  for (const [i, value] of whitePoint.entries()) fixed(value).copy(head, 68 + i * 4);
  head.writeUInt32BE(all.length, 128);
  const parts = [head];
  let length = head.length;
  for (const [i, [name, data]] of all.entries()) {
    head.write(name, 132 + i * 12, 'latin1');
    head.writeUInt32BE(length, 136 + i * 12);
    head.writeUInt32BE(data.length, 140 + i * 12);
    parts.push(data, Buffer.alloc(-data.length & 3));
    length += (data.length + 3) & ~3;
  }
  head.writeUInt32BE(length, 0);
  return Buffer.concat(parts);
}

/** The profile of a screen with these primaries, as XYZ for the white of profiles. */
const screen = (red: readonly number[], green: readonly number[], blue: readonly number[], tone: Buffer) =>
  profile('RGB ', 'XYZ ', {
    rXYZ: place(red),
    gXYZ: place(green),
    bXYZ: place(blue),
    rTRC: tone,
    gTRC: tone,
    bTRC: tone,
  });

/** A table of one color, L 50, a 60, b 30, for each mixture of four inks. */
function oneInk(): Buffer {
  const head = Buffer.alloc(52);
  head.write('mft2\0\0\0\0\x04\x03\x02', 'latin1');
  for (const at of [0, 4, 8]) fixed(1).copy(head, 12 + at * 4);
  head.writeUInt16BE(2, 48);
  head.writeUInt16BE(2, 50);
  const words = (...values: number[]) => {
    const bytes = Buffer.alloc(values.length * 2);
    values.forEach((value, i) => bytes.writeUInt16BE(Math.round(value), i * 2));
    return bytes;
  };
  // L of 100 is 0xFF00, and a and b of 0 are 0x8000.
  const color = words(0.5 * 0xff00, (60 + 128) * 256, (30 + 128) * 256);
  const straight = (count: number) => Array.from({ length: count }, () => words(0, 0xffff));
  return Buffer.concat([head, ...straight(4), ...Array.from({ length: 16 }, () => color), ...straight(3)]);
}

/** Color profiles by their names. */
export const profiles = {
  none: null,
  sRGB: screen([0.43607, 0.22249, 0.01392], [0.38515, 0.71687, 0.09708], [0.14307, 0.06061, 0.7141], curveOfSrgb),
  'Display P3': screen(
    [0.51512, 0.2412, -0.00105],
    [0.29198, 0.69225, 0.04189],
    [0.1571, 0.06657, 0.78407],
    curveOfSrgb,
  ),
  'Adobe RGB': screen(
    [0.60974, 0.31111, 0.01947],
    [0.20528, 0.62567, 0.06087],
    [0.14919, 0.06322, 0.74457],
    gamma(563 / 256),
  ),
  gray: profile('GRAY', 'XYZ ', { kTRC: gamma(1.8) }),
  CMYK: profile('CMYK', 'Lab ', { A2B0: oneInk() }),
} as const;
export type ProfileName = keyof typeof profiles;

/** The color models of PNG, by their numbers in the header. */
export const models = { gray: 0, color: 2, palette: 3, 'gray with alpha': 4, 'color with alpha': 6 } as const;
export type Model = keyof typeof models;

/** The rows and columns of each pass of an interlaced PNG: where they begin, and how far they are apart. */
const passes = [
  [0, 0, 8, 8],
  [4, 0, 8, 8],
  [0, 4, 4, 8],
  [2, 0, 4, 4],
  [0, 2, 2, 4],
  [1, 0, 2, 2],
  [0, 1, 1, 2],
] as const;
const [width, height] = [160, 120];

/** A PNG of one color. `samples` are its channels from 0 to 255, of which 16 bits have 257 times as much. */
export function plainPng(
  model: Model,
  depth: 8 | 16,
  samples: readonly number[],
  { icc = null, isInterlaced = false }: { icc?: Buffer | null; isInterlaced?: boolean },
): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, models[model], 0, 0, isInterlaced ? 1 : 0], 8);
  const bytes = samples.flatMap((sample) => (depth === 16 ? [sample, sample] : [sample]));
  const pixel = Buffer.from(model === 'palette' ? [0] : bytes);
  const rows = (isInterlaced ? passes : [[0, 0, 1, 1] as const]).flatMap(([x, y, across, down]) => {
    const row = Buffer.alloc(1 + Math.ceil((width - x) / across) * pixel.length, pixel);
    row[0] = 0;
    // What is filled begins with the pixel, and the row with its filter.
    pixel.copy(row, 1);
    for (let at = 1; at < row.length; at += pixel.length) pixel.copy(row, at);
    return Array.from({ length: Math.ceil((height - y) / down) }, () => row);
  });
  return Buffer.concat([
    latin1('\x89PNG\r\n\x1a\n'),
    chunk('IHDR', header),
    ...(icc ? [chunk('iCCP', Buffer.concat([latin1('icc\0\0'), deflateSync(icc)]))] : []),
    ...(model === 'palette' ? [chunk('PLTE', Buffer.from(samples))] : []),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG with a color profile that nothing was converted to. */
export function withProfile(jpeg: Buffer, icc: Buffer | null): Buffer {
  if (!icc) return jpeg;
  const head = Buffer.from([0xff, 0xe2, (icc.length + 16) >> 8, (icc.length + 16) & 255]);
  const segment = Buffer.concat([head, latin1('ICC_PROFILE\0\x01\x01'), icc]);
  return Buffer.concat([jpeg.subarray(0, 2), segment, jpeg.subarray(2)]);
}

/** Says of a JPEG of four inks that three of them are brightness and colors (YCCK). */
export function asYcck(jpeg: Buffer): Buffer {
  const bytes = Buffer.from(jpeg);
  bytes[bytes.indexOf('Adobe') + 11] = 2;
  return bytes;
}
