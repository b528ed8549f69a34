/** The line of a track is simplified and encoded. */
import { describe, expect, test } from '@jest/globals';
// oxlint-disable import/default, import/no-named-as-default-member -- CommonJS: Node has its exports as the default one
import codec from '@googlemaps/polyline-codec';
import { metersBetween } from '../measure/great-circle.ts';
import { encodedPolyline } from '../measure/polyline.ts';
import { simplified } from '../measure/simplified.ts';
import { coordinates, type Track } from '../track/track.ts';
import { tooFastGrowth } from '@runners/testing';
import { METERS_A_DEGREE, type Place, runOf, steady, trackOf } from './make-track.ts';
import { readRecording, recordings } from './read-recording.ts';

/** Distance in meters of point `p` from the line between points `a` and `b`, by the sides of the triangle (Heron). */
function metersFromLine(track: Track, p: number, a: number, b: number): number {
  const [toA, toB, ab] = [metersBetween(track, p, a), metersBetween(track, p, b), metersBetween(track, a, b)];
  if (ab * ab <= Math.abs(toA * toA - toB * toB)) return Math.min(toA, toB);
  const s = (toA + toB + ab) / 2;
  return (2 * Math.sqrt(Math.max(0, s * (s - toA) * (s - toB) * (s - ab)))) / ab;
}

function furthestFromLine(track: Track, kept: number[]): number {
  let furthest = 0;
  for (let k = 1; k < kept.length; k++) {
    const [a, b] = [kept[k - 1]!, kept[k]!];
    for (let p = a + 1; p < b; p++) furthest = Math.max(furthest, metersFromLine(track, p, a, b));
  }
  return furthest;
}

const north = (meters: number) => meters / METERS_A_DEGREE;

const eastWithDetour = (meters: number) =>
  trackOf([
    [0, 0],
    [north(meters), 0.01],
    [0, 0.02],
  ]);
const northWithDetour = (meters: number) =>
  trackOf([
    [60, 0],
    [60.01, north(meters) * 2],
    [60.02, 0],
  ]);

describe('encoded polyline', () => {
  test('is empty without points', () => {
    expect(encodedPolyline(trackOf())).toBe('');
  });

  test("Google's own example, precision 5", () => {
    const track = trackOf([
      [38.5, -120.2],
      [40.7, -120.95],
      [43.252, -126.453],
    ]);
    expect(encodedPolyline(track)).toBe('_p~iF~ps|U_ulLnnqC_mqNvxq`@');
  });

  test('one point, identical points', () => {
    expect(codec.decode(encodedPolyline(trackOf([[47.12345, 8.54321]])))).toEqual([[47.12345, 8.54321]]);
    expect(
      codec.decode(
        encodedPolyline(
          trackOf([
            [1, 2],
            [1, 2],
            [1, 2],
          ]),
        ),
      ),
    ).toEqual([
      [1, 2],
      [1, 2],
    ]);
  });

  test('leaves out points within 10 m of the line, and no others', () => {
    expect(simplified(eastWithDetour(9.9), 10)).toEqual([0, 2]);
    expect(simplified(eastWithDetour(10.1), 10)).toEqual([0, 1, 2]);
    expect(simplified(runOf([[0, 0], ...steady(0, 0, 3, 1, 5000)]), 10)).toEqual([0, 5000]);
  });

  test('the same at the 60th parallel, where degrees of longitude are half as long', () => {
    expect(simplified(northWithDetour(9.8), 10)).toEqual([0, 2]);
    expect(simplified(northWithDetour(10.2), 10)).toEqual([0, 1, 2]);
  });

  test('there and back: the turning point is kept', () => {
    expect(
      simplified(
        runOf([
          [0, 0],
          [500, 100],
          [1000, 200],
          [500, 300],
          [0, 400],
        ]),
        10,
      ),
    ).toEqual([0, 2, 4]);
  });

  test('distances beyond the ends of the line are measured from the ends', () => {
    expect(
      simplified(
        runOf([
          [0, 0],
          [115, 30],
          [100, 40],
        ]),
        10,
      ),
    ).toEqual([0, 1, 2]);
    expect(
      simplified(
        runOf([
          [0, 0],
          [-15, 10],
          [100, 40],
        ]),
        10,
      ),
    ).toEqual([0, 1, 2]);
  });

  test('across the antimeridian as elsewhere, with valid coordinates', () => {
    const places: Place[] = [
      [0, 179.99],
      [0, 179.995],
      [0, -179.995],
      [north(50), -179.99],
      [0, -179.985],
    ];
    const track = trackOf(places);
    expect(simplified(track, 10)).toEqual([0, 2, 3, 4]);
    expect(simplified(trackOf(places.toReversed()), 10)).toEqual([0, 1, 2, 4]);
    expect(codec.decode(encodedPolyline(track)).at(-1)).toEqual([0, -179.985]);
  });

  test('segments follow each other, and the ends of each are kept', () => {
    const track = runOf(
      [
        [0, 0],
        [50, 10],
        [100, 20],
      ],
      [
        [200, 50],
        [250, 60],
        [300, 70],
      ],
    );
    expect(simplified(track, 10)).toEqual([0, 2, 3, 5]);
  });

  test.each(recordings)('$file: all within 10 m, in far fewer points', ({ file, points }) => {
    const kept = simplified(readRecording(file), 10);
    expect(furthestFromLine(readRecording(file), kept)).toBeLessThan(10.01);
    if (points > 300) expect(kept.length).toBeLessThan(points / 3);
    const track = readRecording(file);
    codec.decode(encodedPolyline(track)).forEach(([lat, lng], i) => {
      expect(lat).toBeCloseTo(coordinates(track, kept[i]!)[0], 4);
      expect(lng).toBeCloseTo(coordinates(track, kept[i]!)[1], 4);
    });
  });

  test.each<[string, (share: number, i: number) => Place]>([
    ['a straight line', (share) => [0, share]],
    ['a parabola, which splits off one end', (share) => [share ** 8, share]],
    ['a spiral to the inside', (share) => [(1 - share) * Math.sin(share * 3000), (1 - share) * Math.cos(share * 3000)]],
    ['a growing zigzag', (share, i) => [share * (i % 2), share / 10]],
    ['a zigzag that shrinks by ever less', (_, i) => [(i % 2) / (1 + i / 1e4), i * 1e-7]],
    ['leaps over the globe', (_, i) => [(i * 7919) % 90, ((i * 104_729) % 360) - 180]],
    ['one place', () => [0, 0]],
  ])('as many points as there may be of %s in time that grows with their number', async (name, place) => {
    const most = 250_000;
    const text = (length: number) => trackOf(Array.from({ length }, (_, i) => place(i / length, i)));
    expect(await tooFastGrowth(encodedPolyline, { name, text }, most / 4, most)).toBeNull();
  });
});
