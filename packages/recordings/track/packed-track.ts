import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { pointCount } from './track.ts';
import type { Track, TrackPart } from './track.ts';

/*
 * The packed form of a track (docs/performance.md#tracks), little-endian:
 *
 * 0   'R' 'T', version 1, 0 4   uint32  number of points n 8   uint32  number of segments s 12  uint32  CRC-32 of
 * everything after the header 16  n × float64  time, Unix milliseconds, NaN: none n × int32    latitude, 1e-7 degrees n
 * × int32    longitude, 1e-7 degrees n × int32    elevation, millimeters, -2^31: none s × uint32   first point of each
 * segment
 */
const MAGIC = 0x0001_5452;
const HEADER_BYTES = 16;
const BYTES_A_POINT = 20;
const NO_ELEVATION = -0x8000_0000;

/**
 * Packs a track into bytes for one binary column, with 20 bytes for each point. {@link unpackTrack} returns the same
 * track.
 */
export function packTrack(track: Track): Uint8Array<ArrayBuffer> {
  const points = pointCount(track);
  const segments = track.segmentStarts.length;
  const buffer = new ArrayBuffer(HEADER_BYTES + points * BYTES_A_POINT + segments * 4);
  const columns = columnsOf(buffer, points, segments);
  columns.time.set(track.time);
  columns.latitudeE7.set(track.latitudeE7);
  columns.longitudeE7.set(track.longitudeE7);
  columns.segmentStarts.set(track.segmentStarts);
  for (let i = 0; i < points; i++) {
    const elevation = track.elevation[i]!;
    columns.millimeters[i] = Number.isNaN(elevation) ? NO_ELEVATION : Math.round(elevation * 1000);
  }
  new Uint32Array(buffer).set([MAGIC, points, segments, crc32(new Uint8Array(buffer, HEADER_BYTES))]);
  return new Uint8Array(buffer);
}

/**
 * Unpacks the result of {@link packTrack}. The bytes are copied, so that the caller may reuse its buffer.
 *
 * @throws Error with a description when the bytes are not a packed track, or are truncated or corrupted
 */
export function unpackTrack(bytes: Uint8Array): Track {
  const packed = new PackedTrack(bytes);
  return { ...packed.part(0, packed.points), segmentStarts: packed.segmentStarts };
}

/** A packed track of which parts are read directly from the bytes. The rest is not unpacked. */
export class PackedTrack {
  /** The number of points. */
  readonly points: number;
  /** The first point of each segment. */
  readonly segmentStarts: readonly number[];
  readonly #bytes: Uint8Array;

  /** @throws Error with a description when the bytes are not a packed track, or are truncated or corrupted */
  constructor(bytes: Uint8Array) {
    if (bytes.length < HEADER_BYTES) throw new Error(`packed track: only ${bytes.length} bytes, no header`);
    const [magic, points = 0, segments = 0, checksum] = new Uint32Array(copied(bytes, 0, HEADER_BYTES));
    if (magic !== MAGIC) throw new Error('packed track: not a packed track of version 1');
    const expected = HEADER_BYTES + points * BYTES_A_POINT + segments * 4;
    if (bytes.length !== expected) throw new Error(`packed track: ${bytes.length} bytes instead of ${expected}`);
    if (crc32(bytes.subarray(HEADER_BYTES)) !== checksum) throw new Error('packed track: wrong checksum');
    this.points = points;
    this.segmentStarts = [...new Uint32Array(copied(bytes, expected - segments * 4, segments * 4))];
    this.#bytes = bytes;
  }

  /** A copy of the points from the first index up to the second, exclusive. */
  part(from: number, to: number): TrackPart {
    const count = to - from;
    const column = (start: number, bytesEach: number) =>
      copied(this.#bytes, HEADER_BYTES + start * this.points + from * bytesEach, count * bytesEach);
    const millimeters = new Int32Array(column(16, 4));
    const elevation = new Float64Array(count);
    for (let i = 0; i < count; i++) elevation[i] = millimeters[i] === NO_ELEVATION ? NaN : millimeters[i]! / 1000;
    return {
      latitudeE7: new Int32Array(column(8, 4)),
      longitudeE7: new Int32Array(column(12, 4)),
      elevation,
      time: new Float64Array(column(0, 8)),
    };
  }
}

/** The number of points of a track, packed or not. */
export function pointsIn(track: Track | PackedTrack): number {
  return track instanceof PackedTrack ? track.points : pointCount(track);
}

/** The points of a track, packed or not, from the first index up to the second, exclusive. */
export function partOf(track: Track | PackedTrack, from: number, to: number): TrackPart {
  if (track instanceof PackedTrack) return track.part(from, to);
  return {
    latitudeE7: track.latitudeE7.subarray(from, to),
    longitudeE7: track.longitudeE7.subarray(from, to),
    elevation: track.elevation.subarray(from, to),
    time: track.time.subarray(from, to),
  };
}

/** Aligns bytes for typed arrays. */
function copied(bytes: Uint8Array, from: number, length: number): ArrayBuffer {
  const buffer = new ArrayBuffer(length);
  new Uint8Array(buffer).set(bytes.subarray(from, from + length));
  return buffer;
}

/**
 * Returns about `most` points of a packed track, evenly chosen, with both ends of each segment, or all points of a
 * shorter one. The points between them are not unpacked. The result has no times and elevations, since it is used for
 * drawing.
 * @throws Error when the bytes are not a packed track
 */
export function thinTrack(bytes: Uint8Array, most: number): Track {
  if (bytes.length < HEADER_BYTES) throw new Error(`packed track: only ${bytes.length} bytes, no header`);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  const points = view.getUint32(4, true);
  const every = Math.ceil(points / most);
  if (every <= 1) return unpackTrack(bytes);
  const segments = view.getUint32(8, true);
  if (bytes.length !== HEADER_BYTES + points * BYTES_A_POINT + segments * 4)
    throw new Error(`packed track: ${bytes.length} bytes for ${points} points`);
  const latitudes = HEADER_BYTES + points * 8;
  const starts = latitudes + points * 12;
  const startOf = (segment: number) => (segment < segments ? view.getUint32(starts + segment * 4, true) : points);
  const kept: number[] = [];
  const segmentStarts: number[] = [];
  for (let segment = 0; segment < segments; segment++) {
    segmentStarts.push(kept.length);
    const last = startOf(segment + 1) - 1;
    for (let i = startOf(segment); i < last; i += every) kept.push(i);
    kept.push(last);
  }
  const missing = new Float64Array(kept.length).fill(NaN);
  return {
    latitudeE7: Int32Array.from(kept, (i) => view.getInt32(latitudes + i * 4, true)),
    longitudeE7: Int32Array.from(kept, (i) => view.getInt32(latitudes + (points + i) * 4, true)),
    elevation: missing,
    time: missing,
    segmentStarts,
  };
}

/** An estimate of the number of points in a number of packed bytes, which is never too low. */
export function pointsOfPacked(bytes: number): number {
  return Math.max(0, Math.floor((bytes - HEADER_BYTES) / BYTES_A_POINT));
}

/**
 * A digest of the points (the first 16 bytes of SHA-256, hexadecimal). It is equal exactly when all coordinates,
 * elevations and times are equal, which decisions R2 calls "the same points". The beginnings of segments are not
 * included, because the JSON form of an upload has no segments, and neither are sensors (decisions D353). It is ''
 * without points, so that two workouts without points do not have "the same points".
 * @param packed the packed track, if it exists already
 */
export function trackHash(track: Track, packed: Uint8Array = packTrack(track)): string {
  const points = pointCount(track);
  if (points === 0) return '';
  return createHash('sha256')
    .update(packed.subarray(HEADER_BYTES, HEADER_BYTES + points * BYTES_A_POINT))
    .digest('hex')
    .slice(0, 32);
}

function columnsOf(buffer: ArrayBuffer, points: number, segments: number) {
  const afterTimes = HEADER_BYTES + points * 8;
  return {
    time: new Float64Array(buffer, HEADER_BYTES, points),
    latitudeE7: new Int32Array(buffer, afterTimes, points),
    longitudeE7: new Int32Array(buffer, afterTimes + points * 4, points),
    millimeters: new Int32Array(buffer, afterTimes + points * 8, points),
    segmentStarts: new Uint32Array(buffer, afterTimes + points * 12, segments),
  };
}
