import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Sharp } from 'sharp';

/** A picture of stripes: left red, right blue, so that a turned or mirrored one shows. */
export function stripes(width: number, height: number): Sharp {
  const half = Math.max(1, Math.floor(width / 2));
  const blue = { create: { width: half, height, channels: 3 as const, background: '#00f' } };
  return sharp({ create: { width, height, channels: 3, background: '#f00' } }).composite([
    { input: blue, left: width - half, top: 0 },
  ]);
}

/** A picture that does not compress: about half a byte a pixel as JPEG, three as PNG. */
export function noise(width: number, height: number): Sharp {
  return sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 50 } },
  });
}

/** What a phone writes: turned by a quarter, with place, camera and a color profile. */
export function phoneJpeg(width = 1200, height = 900): Promise<Buffer> {
  return stripes(width, height)
    .withExif({
      IFD0: { Make: 'SECRETMAKER' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '47/1 22/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '8/1 32/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .withIccProfile('p3')
    .jpeg()
    .toBuffer();
}

let made = 0;
/** Each a different little JPEG, by what stands behind its end: the same bytes again would be the same picture. */
export async function smallJpeg(width = 64, height = 48): Promise<Buffer> {
  return Buffer.concat([await stripes(width, height).jpeg().toBuffer(), Buffer.from(String((made += 1)))]);
}

/** How a PNG is made up. */
interface PngForm {
  depth?: 1 | 8 | 16;
  /** 0 gray, 2 color, 6 color with transparency. */
  color?: 0 | 2 | 6;
  /** Chunks between the header and the pixels. */
  before?: [type: string, data: Buffer][];
  /** Rows that are there; default: all. */
  rows?: number;
}

/** A black PNG of any size, a few kilobytes whatever its size, without ever having its pixels in memory at once. */
export function blackPng(width: number, height: number, form: PngForm = {}): Buffer {
  const { depth = 8, color = 2, before = [], rows = height } = form;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = depth;
  header[9] = color;
  const channels = { 0: 1, 2: 3, 6: 4 }[color];
  const pixels = Buffer.alloc((Math.ceil((width * channels * depth) / 8) + 1) * rows);
  const chunks: [string, Buffer][] = [
    ['IHDR', header],
    ...before,
    ['IDAT', deflateSync(pixels, { level: 9 })],
    ['IEND', Buffer.alloc(0)],
  ];
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    ...chunks.map(([type, data]) => chunk(type, data)),
  ]);
}

/** A chunk of a PNG. */
export function chunk(type: string, data: Buffer): Buffer {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  data.copy(whole, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
  return whole;
}
