/** Tracks are stored in a packed form, with a hash. */
import { describe, expect, test } from '@jest/globals';
import * as fc from 'fast-check';
import { packTrack, trackHash, unpackTrack } from '../track/packed-track.ts';
import { TrackBuilder } from '../track/track-builder.ts';
import { type Place, trackOf } from './make-track.ts';
import { readRecording, recordings } from './read-recording.ts';
import { holds } from '@runners/testing';

const somePoint = fc.tuple(
  fc.double({ min: -90, max: 90, noNaN: true }),
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.oneof(fc.constant(NaN), fc.double({ min: -500, max: 9000, noNaN: true })),
  fc.oneof(fc.constant(NaN), fc.integer({ min: -8.64e15, max: 8.64e15 })),
);

describe('packTrack and unpackTrack', () => {
  test('return the same track', () => {
    holds(
      fc.property(fc.array(fc.array(somePoint, { maxLength: 20 }), { maxLength: 5 }), (segments) => {
        const builder = new TrackBuilder();
        for (const points of segments) {
          builder.addSegment();
          for (const point of points) builder.addPoint(...point);
        }
        const track = builder.build();
        expect(unpackTrack(packTrack(track))).toEqual(track);
        expect(trackHash(unpackTrack(packTrack(track)))).toBe(trackHash(track));
      }),
    );
  });

  test.each(recordings)('lose nothing of $file', ({ file }) => {
    const track = readRecording(file);
    expect(unpackTrack(packTrack(track))).toEqual(track);
  });

  test('take 20 bytes a point', () => {
    expect(
      packTrack(
        trackOf([
          [0, 0],
          [0, 1],
        ]),
      ),
    ).toHaveLength(16 + 40 + 4);
    expect(packTrack(trackOf())).toHaveLength(16);
  });

  test('read a slice of a larger buffer, at any offset, and copy it', () => {
    const track = trackOf([
      [1, 2, 3, 4],
      [5, 6, null, 8],
    ]);
    const packed = packTrack(track);
    const larger = Buffer.alloc(packed.length + 3);
    larger.set(packed, 3);
    const read = unpackTrack(larger.subarray(3));
    larger.fill(0);
    expect(read).toEqual(track);
  });

  test('refuse truncated and changed bytes', () => {
    const packed = packTrack(
      trackOf([
        [1, 2, 3, 4],
        [5, 6, 7, 8],
      ]),
    );
    for (let length = 0; length < packed.length; length++) {
      expect(() => unpackTrack(packed.subarray(0, length))).toThrow(/^packed track: /);
    }
    for (let i = 0; i < packed.length; i++) {
      const changed = packed.slice();
      changed[i]! ^= 0x10;
      expect(() => unpackTrack(changed)).toThrow(/^packed track: /);
    }
    expect(() => unpackTrack(Buffer.concat([packed, packed]))).toThrow('120 bytes instead of 60');
    expect(() => unpackTrack(new TextEncoder().encode('{"points": []}, and more'))).toThrow('not a packed track');
  });
});

describe('trackHash', () => {
  const places: Place[] = [
    [1, 2, 3, 4],
    [5, 6, 7, 8],
    [5, 7, 7, 9],
  ];

  test('is the same for the same points, with and without segments', () => {
    expect(trackHash(trackOf(places))).toMatch(/^[0-9a-f]{32}$/);
    expect(trackHash(trackOf(places.slice(0, 1), places.slice(1)))).toBe(trackHash(trackOf(places)));
  });

  test('does not change between versions, because it is stored', () => {
    expect(trackHash(trackOf(places))).toBe('c6ccec461a3332b7be17a9bd5c704616');
  });

  test.each([0, 1, 2, 3])('differs when value %i of a point does', (column) => {
    const changed = places.map((place): Place => [...place]);
    changed[1]![column]! += 0.001;
    expect(trackHash(trackOf(changed))).not.toBe(trackHash(trackOf(places)));
  });

  test('differs by order and by number of points, and is empty without any', () => {
    expect(trackHash(trackOf(places.toReversed()))).not.toBe(trackHash(trackOf(places)));
    expect(trackHash(trackOf(places.slice(1)))).not.toBe(trackHash(trackOf(places)));
    expect(trackHash(trackOf())).toBe('');
  });
});
