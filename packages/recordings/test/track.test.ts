/** The builder of tracks preserves precision and segments, and enforces limits. */
import { describe, expect, test } from '@jest/globals';
import { TrackBuilder } from '../track/track-builder.ts';
import { coordinates, pointCount, segmentBounds, timedPointCount } from '../track/track.ts';
import { START, trackOf } from './make-track.ts';

describe('TrackBuilder', () => {
  test('keeps coordinates to 1e-7 degrees, elevation to a millimeter, time to a millisecond', () => {
    const track = trackOf([[47.123456789, -8.987654321, 401.23456, 1.2345]]);
    expect(coordinates(track, 0)).toEqual([47.1234568, -8.9876543]);
    expect([...track.elevation]).toEqual([401.235]);
    expect([...track.time]).toEqual([START + 1235]);
  });

  test('has segments, except those without points', () => {
    const track = trackOf(
      [],
      [
        [0, 0],
        [0, 1],
      ],
      [],
      [[1, 1]],
      [],
    );
    expect(track.segmentStarts).toEqual([0, 2]);
    expect(segmentBounds(track)).toEqual([
      [0, 2],
      [2, 3],
    ]);
  });

  test('counts points with a time, and finds the earliest wherever it is', () => {
    const track = trackOf([
      [0, 0],
      [0, 1, 5, 30],
      [0, 2, 5, 10],
      [0, 3, 5],
    ]);
    expect(timedPointCount(track)).toBe(2);
  });

  test.each([
    [90.0000001, 0],
    [-91, 0],
    [0, 180.1],
    [0, -181],
    [NaN, 0],
    [0, Infinity],
  ])('refuses %p, %p', (lat, lon) => {
    expect(() => new TrackBuilder().addPoint(lat, lon, NaN, NaN)).toThrow(RangeError);
  });

  test('accepts the limits of coordinates', () => {
    expect(
      coordinates(
        trackOf([
          [-90, 180],
          [90, -180],
        ]),
        0,
      ),
    ).toEqual([-90, 180]);
  });

  test('treats implausible elevations and times as missing', () => {
    const track = new TrackBuilder();
    track.addPoint(0, 0, Infinity, Infinity);
    track.addPoint(0, 0, -1e9, 1e300);
    expect([...track.build().elevation, ...track.build().time]).toEqual([NaN, NaN, NaN, NaN]);
  });

  test('accepts points up to the limit', () => {
    const most = 250_000;
    const track = new TrackBuilder(most);
    for (let i = 0; i < most; i++) track.addPoint(0, i / most, i / 1000, i);
    expect(() => track.addPoint(0, 0, 0, 0)).toThrow('at most 250000');
    expect(pointCount(track.build())).toBe(most);
    expect(track.build().time.at(-1)).toBe(most - 1);
    expect(track.build().elevation[12_345]).toBe(12.345);
  });
});
