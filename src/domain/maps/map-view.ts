import { metersADegree } from '../rules/units.ts';
import { pointCount, segmentBounds, UNITS_A_DEGREE } from '../tracks/track.ts';
import type { Track } from '../tracks/track.ts';

/** A track on paper. */
interface MapView {
  /** Pixels from the top left corner, x and y in turn; one array a segment. */
  segments: Float64Array[];
  /** Meters that a pixel shows in the middle of the map. */
  metersAPixel: number;
}

/** Pixels of the whole picture, and those at its edges that the line keeps away from. */
interface Frame {
  width: number;
  height: number;
  margins: { top: number; right: number; bottom: number; left: number };
}

/** A map shows at least this many meters across: a lap around a table is not blown up to a marathon. */
const smallestView = 120;
/** More points than this are not looked at one by one, and more segments are not drawn: nobody could tell them apart. */
const mostPoints = 40_000;
const mostSegments = 500;
/** Where Mercator's square map of the world ends. */
const lastLatitude = 85.0511;

/** Fits a track into a frame, in Mercator's projection; tracks that cross the antimeridian stay in one piece. */
export function mapView(track: Track, { width, height, margins }: Frame): MapView {
  const bounds = longestOf(segmentBounds(track));
  const every = Math.ceil(pointCount(track) / mostPoints);
  const segments = bounds.map(([start, end]) => projected(track, start, end, every));
  keepTogether(segments);
  const box = boundsOf(segments);
  const middleX = (box.left + box.right) / 2;
  const middleY = (box.top + box.bottom) / 2;
  const metersAUnit = metersADegree * Math.cos(latitudeOf(middleY));
  const least = smallestView / metersAUnit;
  const innerWidth = width - margins.left - margins.right;
  const innerHeight = height - margins.top - margins.bottom;
  const scale = Math.min(
    innerWidth / Math.max(box.right - box.left, least),
    innerHeight / Math.max(box.bottom - box.top, least),
  );
  for (const points of segments)
    for (let i = 0; i < points.length; i += 2) {
      points[i] = margins.left + innerWidth / 2 + (points[i]! - middleX) * scale;
      points[i + 1] = margins.top + innerHeight / 2 + (points[i + 1]! - middleY) * scale;
    }
  return { segments, metersAPixel: metersAUnit / scale };
}

/** Those with the most points, in their order: all of a track that people recorded. */
function longestOf(bounds: Array<[start: number, end: number]>): Array<[start: number, end: number]> {
  if (bounds.length <= mostSegments) return bounds;
  const length = ([start, end]: [number, number]) => end - start;
  const longest = new Set(bounds.toSorted((a, b) => length(b) - length(a)).slice(0, mostSegments));
  return bounds.filter((segment) => longest.has(segment));
}

/**
 * Degrees of longitude, and what Mercator makes of latitude in the same unit, downwards; of every so manieth point and the
 * last one. Longitudes run on at ±180.
 */
function projected(track: Track, start: number, end: number, every: number): Float64Array {
  const count = Math.ceil((end - 1 - start) / every) + 1;
  const points = new Float64Array(count * 2);
  let turn = 0;
  let last = track.longitudeE7[start]! / UNITS_A_DEGREE;
  for (let nth = 0; nth < count; nth++) {
    const i = Math.min(start + nth * every, end - 1);
    let x = track.longitudeE7[i]! / UNITS_A_DEGREE + turn;
    if (x - last > 180) [turn, x] = [turn - 360, x - 360];
    else if (x - last < -180) [turn, x] = [turn + 360, x + 360];
    points[nth * 2] = last = x;
    points[nth * 2 + 1] = mercator(track.latitudeE7[i]! / UNITS_A_DEGREE);
  }
  return points;
}

/** Moves whole segments by 360 degrees to where the one before them ended. */
function keepTogether(segments: Float64Array[]): void {
  for (let s = 1; s < segments.length; s++) {
    const points = segments[s]!;
    const turns = Math.round((segments[s - 1]!.at(-2)! - points[0]!) / 360);
    if (turns !== 0) for (let i = 0; i < points.length; i += 2) points[i]! += turns * 360;
  }
}

function mercator(latitude: number): number {
  const held = Math.max(-lastLatitude, Math.min(lastLatitude, latitude));
  return (-Math.log(Math.tan(Math.PI / 4 + (held * Math.PI) / 360)) * 180) / Math.PI;
}

/** Latitude in radians of a projected y. */
function latitudeOf(y: number): number {
  return Math.atan(Math.sinh((-y * Math.PI) / 180));
}

function boundsOf(segments: Float64Array[]) {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const points of segments)
    for (let i = 0; i < points.length; i += 2) {
      box.left = Math.min(box.left, points[i]!);
      box.right = Math.max(box.right, points[i]!);
      box.top = Math.min(box.top, points[i + 1]!);
      box.bottom = Math.max(box.bottom, points[i + 1]!);
    }
  return box;
}
