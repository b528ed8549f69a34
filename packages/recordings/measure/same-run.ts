import { metersADegree } from '../track/units.ts';
import { pointCount, segmentBounds, UNITS_A_DEGREE } from '../track/track.ts';
import type { Track } from '../track/track.ts';
import { believableTimes } from './believable-times.ts';
import { measurePath } from './distance.ts';

/** How far apart two devices on one runner may show a position at a time, in meters (decisions R2). */
const NEAR = 30;
/** The part of the compared points that has to be near: receivers are wrong at times. */
const MOSTLY = 0.9;
/** The part of a recording that has to be in the time of the one that was there before. */
const SHARED = 0.5;
/** About how many points of a recording are compared, evenly chosen: those of a long one would take a second and a half. */
const COMPARED = 10_000;
/** Milliseconds within which a point stands for a moment that no step of a segment contains. */
const CLOSE = 1500;

/** The points of a recording that have a trusted time, in the order of their times. */
interface Moments {
  times: Float64Array;
  points: Uint32Array;
  segments: Uint32Array;
}

/** The first and the last time of a track that are believed, in Unix milliseconds; null unless there are two. */
export function extentOf(track: Track): { firstMs: number; lastMs: number } | null {
  let [firstMs, lastMs] = [Infinity, -Infinity];
  for (const time of believableTimes(track)) {
    if (time < firstMs) firstMs = time;
    if (time > lastMs) lastMs = time;
  }
  return firstMs < lastMs ? { firstMs, lastMs } : null;
}

/**
 * Whether a track records a run that another track has already, by whatever programs (decisions R2): at least half of it is in the time of
 * the other, and nine of ten points in that time are within 30 m of where the other was at their times. So a part of a run is the same
 * run, and a whole that comes after a small part of it is not.
 */
export function isSameRun(track: Track, other: Track): boolean {
  const [one, two] = [thinned(track), thinned(other)];
  const a = momentsOf(one);
  const b = momentsOf(two);
  const from = Math.max(a.times[0] ?? NaN, b.times[0] ?? NaN);
  const to = Math.min(a.times.at(-1) ?? NaN, b.times.at(-1) ?? NaN);
  const length = a.times.at(-1)! - a.times[0]!;
  if (!(length > 0 && to - from >= SHARED * length)) return false;
  // The points of the one with fewer of them are compared with the line of the other one, which bends between its points.
  return a.times.length <= b.times.length ? isAlong(one, a, two, b, from, to) : isAlong(two, b, one, a, from, to);
}

function isAlong(few: Track, moments: Moments, many: Track, line: Moments, from: number, to: number): boolean {
  let [compared, near, next] = [0, 0, 0];
  for (const [i, time] of moments.times.entries()) {
    if (time < from || time > to) continue;
    while (next < line.times.length && line.times[next]! < time) next++;
    const at = positionAt(many, line, next, time);
    if (!at) continue;
    compared++;
    const point = moments.points[i]!;
    if (metersApart(at, [few.latitudeE7[point]!, few.longitudeE7[point]!]) <= NEAR) near++;
  }
  return compared > 1 && near >= MOSTLY * compared;
}

/** Where a recording was at a time, in 1e-7 degrees; null in its pauses. `next` is its first moment at that time or later. */
function positionAt(track: Track, { times, points, segments }: Moments, next: number, time: number) {
  const coordinates = (moment: number): [number, number] => [
    track.latitudeE7[points[moment]!]!,
    track.longitudeE7[points[moment]!]!,
  ];
  if (times[next] === time || next === 0) return next < times.length ? coordinates(next) : null;
  const before = next - 1;
  const isStep = next < times.length && segments[before] === segments[next];
  const nearest = next < times.length && times[next]! - time < time - times[before]! ? next : before;
  if (!isStep) return Math.abs(times[nearest]! - time) <= CLOSE ? coordinates(nearest) : null;
  const part = (time - times[before]!) / (times[next]! - times[before]!);
  const [latitude, longitude] = coordinates(before);
  const [toLatitude, toLongitude] = coordinates(next);
  return [latitude + part * (toLatitude - latitude), longitude + part * aroundE7(toLongitude - longitude)] as const;
}

/** A track with about `COMPARED` of its points, and the first and the last of each segment. */
function thinned(track: Track): Track {
  const every = Math.ceil(pointCount(track) / COMPARED);
  if (every <= 1) return track;
  const kept: number[] = [];
  const segmentStarts: number[] = [];
  for (const [start, end] of segmentBounds(track)) {
    segmentStarts.push(kept.length);
    for (let i = start; i < end - 1; i += every) kept.push(i);
    kept.push(end - 1);
  }
  return {
    latitudeE7: Int32Array.from(kept, (i) => track.latitudeE7[i]!),
    longitudeE7: Int32Array.from(kept, (i) => track.longitudeE7[i]!),
    elevation: Float64Array.from(kept, (i) => track.elevation[i]!),
    time: Float64Array.from(kept, (i) => track.time[i]!),
    segmentStarts,
  };
}

function momentsOf(track: Track): Moments {
  const { times, leftOut } = measurePath(track);
  const segmentOf = new Uint32Array(times.length);
  for (const [segment, [start, end]] of segmentBounds(track).entries()) segmentOf.fill(segment, start, end);
  const timed = Uint32Array.from(times.keys()).filter((i) => leftOut[i] === 0 && !Number.isNaN(times[i]!));
  const points = timed.sort((i, j) => times[i]! - times[j]!);
  return {
    points,
    times: Float64Array.from(points, (i) => times[i]!),
    segments: Uint32Array.from(points, (i) => segmentOf[i]!),
  };
}

/** A difference of longitudes in 1e-7 degrees, the short way around. */
function aroundE7(difference: number): number {
  const around = 360 * UNITS_A_DEGREE;
  return difference - Math.round(difference / around) * around;
}

/** Meters between positions in 1e-7 degrees that are near to each other. */
function metersApart(one: readonly [number, number], other: readonly [number, number]): number {
  const degrees = (e7: number) => e7 / UNITS_A_DEGREE;
  const shrinking = Math.cos((degrees(one[0]) * Math.PI) / 180);
  return metersADegree * Math.hypot(degrees(other[0] - one[0]), shrinking * degrees(aroundE7(other[1] - one[1])));
}
