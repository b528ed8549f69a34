import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import { plainProfile } from './color-profile.ts';
import type { ImageFormat } from './image-format.ts';

/**
 * Removes the metadata of a camera or phone (place, time, owner, previews) from an image, for everyone except the
 * owner. What determines how the pixels are shown is kept, and nothing else (decisions P18). The encoded pixels and the
 * orientation remain unchanged.
 * @param bytes a JPEG or PNG file that sharp has decoded
 * @param orientation the Exif orientation, 1 to 8
 * @returns the bytes themselves if there is nothing to remove, and null if the parts of the file cannot be told apart
 */
export async function stripMetadata(bytes: Buffer, format: ImageFormat, orientation: number): Promise<Buffer | null> {
  const kept = format === 'jpeg' ? jpegParts(bytes, orientation) : await pngParts(bytes, orientation);
  if (!kept) return null;
  const stripped = Buffer.concat(kept);
  return stripped.equals(bytes) ? bytes : stripped;
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

/** A file with more segments or chunks is encoded again. Real ones have at most some thousand. */
const mostParts = 10_000;

const marker = { soi: 0xd8, eoi: 0xd9, sos: 0xda, app0: 0xe0, app1: 0xe1, app2: 0xe2, app14: 0xee };
/** Markers that no length follows: a stuffed zero, TEM, and restarts. */
const isAlone = (code: number) => code <= 1 || isRestart(code);
const isRestart = (code: number) => code >= 0xd0 && code <= 0xd7;
/** The segments without which the pixels cannot be decoded: frames, tables of codes and steps, restarts and scans. */
const isOfImage = (code: number) =>
  (code >= 0xc0 && code <= 0xcf && code !== 0xc8) || code === 0xdb || code === 0xdd || code === marker.sos;

/**
 * Finds the segments as libjpeg does, which skips bytes that belong to none. Bytes after the end of the image are
 * removed. Returns null if no scan is found.
 */
function jpegParts(bytes: Buffer, orientation: number): Buffer[] | null {
  const heads: Buffer[] = [];
  const profile: Buffer[] = [];
  const image: Buffer[] = [];
  let isScanned = false;
  let markers = 0;
  for (let at = bytes.indexOf(0xff, 2); at >= 0; at = bytes.indexOf(0xff, at)) {
    markers += 1;
    if (markers > mostParts) return null;
    // A marker may follow any number of fill bytes.
    while (bytes[at] === 0xff) at += 1;
    const code = bytes[at] ?? marker.eoi;
    at += 1;
    if (isAlone(code)) continue;
    if (code === marker.eoi || at + 2 > bytes.length) break;
    const end = at + bytes.readUInt16BE(at);
    if (end < at + 2 || end > bytes.length) break;
    const next = code === marker.sos ? endOfScan(bytes, end) : end;
    isScanned ||= code === marker.sos;
    const content = bytes.subarray(at + 2, end);
    if (isOfImage(code)) image.push(Buffer.from([0xff, code]), bytes.subarray(at, next));
    else if (code === marker.app0 && startsWith(content, 'JFIF\0') && content.length >= 14)
      // The last two bytes are the size of a preview.
      heads.push(segment(code, content.subarray(0, 12), Buffer.alloc(2)));
    else if (code === marker.app14 && startsWith(content, 'Adobe') && content.length >= 12)
      heads.push(segment(code, content.subarray(0, 12)));
    else if (code === marker.app2 && startsWith(content, profileStart) && content.length >= 14)
      profile[content[12] as number] ??= content.subarray(14);
    at = next;
  }
  if (!isScanned) return null;
  const exif = orientation > 1 ? [segment(marker.app1, latin1('Exif\0\0'), orientationOnly(orientation))] : [];
  const ends = (code: number) => Buffer.from([0xff, code]);
  return [ends(marker.soi), ...heads, ...exif, ...profileSegments(profile), ...image, ends(marker.eoi)];
}

const latin1 = (text: string) => Buffer.from(text, 'latin1');
const startsWith = (content: Buffer, start: string) => content.toString('latin1', 0, start.length) === start;
const profileStart = 'ICC_PROFILE\0';

function segment(code: number, ...contents: Buffer[]): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(
    contents.reduce((sum, { length }) => sum + length, 2),
    2,
  );
  return Buffer.concat([head, ...contents]);
}

/** A color profile is stored in numbered segments of at most 64 KB. `chunks` begins at 1. */
function profileSegments(chunks: Buffer[]): Buffer[] {
  const profile = chunks.length > 0 && plainProfile(Buffer.concat(chunks.filter(Boolean)));
  if (!profile) return [];
  const most = 65_519;
  const count = Math.ceil(profile.length / most);
  return Array.from({ length: count }, (_, i) =>
    segment(marker.app2, latin1(profileStart), Buffer.from([i + 1, count]), profile.subarray(i * most, (i + 1) * most)),
  );
}

/** The end of the compressed pixels: the next marker that is neither a stuffed zero nor a restart. */
function endOfScan(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? marker.eoi;
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  return bytes.length;
}

/** The chunks of PNG that are kept, with the longest content that each may have. */
const pngChunks: Record<string, number> = {
  IHDR: 13,
  PLTE: 768,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  IDAT: Infinity,
};

/** Returns null if the chunks do not lead to the end of the image. */
async function pngParts(bytes: Buffer, orientation: number): Promise<Buffer[] | null> {
  const parts = [bytes.subarray(0, 8)];
  for (let at = 8; at + 12 <= bytes.length && parts.length <= mostParts;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    if (name === 'IEND') return [...parts, chunk('IEND', Buffer.alloc(0))];
    if (end > bytes.length) return null;
    const content = bytes.subarray(at + 8, end - 4);
    if (content.length <= (pngChunks[name] ?? -1)) parts.push(bytes.subarray(at, end));
    if (name === 'iCCP') parts.push(...(await profileChunk(content)));
    if (name === 'IHDR' && orientation > 1) parts.push(chunk('eXIf', orientationOnly(orientation)));
    at = end;
  }
  return null;
}

/** The largest color profile of a PNG, unpacked. */
const maxProfileBytes = 4 * 1024 * 1024;
const [inflated, deflated] = [promisify(inflate), promisify(deflate)];

/** The name of a color profile, which precedes a zero and the method of compression, is replaced. */
async function profileChunk(content: Buffer): Promise<Buffer[]> {
  const packed = content.subarray(content.indexOf(0) + 2);
  const unpacked = await inflated(packed, { maxOutputLength: maxProfileBytes }).catch(() => null);
  const profile = unpacked && plainProfile(unpacked);
  return profile ? [chunk('iCCP', Buffer.concat([latin1('icc\0\0'), await deflated(profile)]))] : [];
}

function chunk(name: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(name, 'latin1'), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
