import { metersADegree, pointCount, segmentBounds, UNITS_A_DEGREE } from '@runners/recordings';
import type { Track } from '@runners/recordings';

/** The projection of a track onto a map. */
interface MapView {
  /** Pixels from the top left corner, x and y alternating, in one array for each segment. */
  segments: Float64Array[];
  /** The number of meters in a pixel at the center of the map. */
  metersAPixel: number;
}

/** The size of the whole picture in pixels, and the width of its margin. */
interface Frame {
  width: number;
  height: number;
  margins: { top: number; right: number; bottom: number; left: number };
}

/** The smallest width of a map in meters, so that a very short track is not enlarged too much. */
const smallestView = 120;
/**
 * Beyond this many points, not every point is processed, and beyond this many segments, further ones are not drawn.
 * They could not be distinguished.
 */
const mostPoints = 40_000;
const mostSegments = 500;
/** The latitude at which the square world map of the Mercator projection ends. */
const lastLatitude = 85.0511;

/** Fits a track into a frame, in the Mercator projection. Tracks across the antimeridian stay in one piece. */
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

/** The segments with the most points, in their order. For recorded tracks these are all segments. */
function longestOf(bounds: Array<[start: number, end: number]>): Array<[start: number, end: number]> {
  if (bounds.length <= mostSegments) return bounds;
  const length = ([start, end]: [number, number]) => end - start;
  const longest = new Set(bounds.toSorted((a, b) => length(b) - length(a)).slice(0, mostSegments));
  return bounds.filter((segment) => longest.has(segment));
}

/**
 * The longitude in degrees, and the Mercator ordinate of the latitude in the same unit, downwards, for a regular
 * selection of points that includes the last one. Longitudes continue beyond ±180.
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

/** Moves whole segments by 360 degrees to the end of the previous one. */
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

/** The latitude in radians of a projected y. */
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
