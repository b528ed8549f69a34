import { crc32 } from 'node:zlib';
import type { ImageFormat } from './image-format.ts';

/**
 * Removes the metadata of a camera or phone (place, time, owner, previews) from an image, for everyone except the
 * owner. The encoded pixels and the orientation remain unchanged. Returns null if there is nothing to remove.
 * @param bytes a complete JPEG or PNG file that sharp has decoded
 * @param orientation the Exif orientation, 1 to 8
 */
export function stripMetadata(bytes: Buffer, format: ImageFormat, orientation: number): Buffer | null {
  const kept = format === 'jpeg' ? jpegParts(bytes, orientation) : pngParts(bytes, orientation);
  const stripped = Buffer.concat(kept);
  return stripped.equals(bytes) ? null : stripped;
}

/** A TIFF structure that contains only the orientation: one entry, tag 274, with one short number. */
function orientationOnly(orientation: number): Buffer {
  const tiff = Buffer.alloc(26);
  tiff.write('II*\0', 'latin1');
  tiff.writeUInt32LE(8, 4);
  tiff.writeUInt16LE(1, 8);
  tiff.writeUInt16LE(274, 10);
  tiff.writeUInt16LE(3, 12);
  tiff.writeUInt32LE(1, 14);
  tiff.writeUInt16LE(orientation, 18);
  return tiff;
}

const marker = {
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  app0: 0xe0,
  app1: 0xe1,
  app2: 0xe2,
  app14: 0xee,
  app15: 0xef,
  com: 0xfe,
};

/**
 * Copies the segments that determine how the pixels are shown, and the pixels. Bytes after the end of the image are
 * removed.
 */
function jpegParts(bytes: Buffer, orientation: number): Buffer[] {
  const parts = [bytes.subarray(0, 2)];
  if (orientation > 1) {
    const exif = Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), orientationOnly(orientation)]);
    const head = Buffer.from([0xff, marker.app1, 0, exif.length + 2]);
    parts.push(head, exif);
  }
  for (let at = 2; at + 3 < bytes.length;) {
    const code = bytes[at + 1] as number;
    // A marker may follow any number of fill bytes.
    if (code === 0xff) {
      at += 1;
      continue;
    }
    if (code === marker.eoi) return [...parts, bytes.subarray(at, at + 2)];
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const next = code === marker.sos ? endOfScan(bytes, end) : end;
    if (isShown(code, bytes.subarray(at + 4, end))) parts.push(bytes.subarray(at, next));
    at = next;
  }
  return [...parts, Buffer.from([0xff, marker.eoi])];
}

function isShown(code: number, content: Buffer): boolean {
  if (code === marker.app2) return content.toString('latin1', 0, 12) === 'ICC_PROFILE\0';
  if (code === marker.app0 || code === marker.app14) return true;
  return code !== marker.com && (code < marker.app0 || code > marker.app15);
}

/** The end of the compressed pixels: the next marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? marker.eoi;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

/** The chunks of PNG that determine how the pixels are shown, including those of animations. */
const shownChunks = new Set(
  'IHDR PLTE IDAT IEND tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD hIST pHYs sPLT acTL fcTL fdAT'.split(' '),
);

function pngParts(bytes: Buffer, orientation: number): Buffer[] {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (shownChunks.has(name)) parts.push(bytes.subarray(at, end));
    if (name === 'IHDR' && orientation > 1) parts.push(chunk('eXIf', orientationOnly(orientation)));
    if (name === 'IEND') break;
    at = end;
  }
  return parts;
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
