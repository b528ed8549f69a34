import type { Sensors } from './sensors.ts';

/**
 * The points of a workout, in columns: one typed array for each quantity, all of the same length.
 *
 * Coordinates are integers of 1e-7 degrees (about a centimeter), elevations are rounded to the millimeter and times to
 * the millisecond, so that the same values are packed, hashed and measured.
 */
export interface Track {
  /** Latitude in 1e-7 degrees, -900,000,000 to 900,000,000. */
  readonly latitudeE7: Int32Array;
  /** Longitude in 1e-7 degrees, -1,800,000,000 to 1,800,000,000. */
  readonly longitudeE7: Int32Array;
  /** Elevation in meters, NaN where the point has none. */
  readonly elevation: Float64Array;
  /** Unix time in milliseconds (UTC), NaN where the point has none. */
  readonly time: Float64Array;
  /**
   * The index of the first point of each segment, increasing. No segment is empty. The list is empty only when there
   * are no points.
   */
  readonly segmentStarts: readonly number[];
  /**
   * What sensors measured at the points. It is left out without any, and where a track is read without its sensors. It
   * does not matter for whether two tracks are equal (decisions D353).
   */
  readonly sensors?: Sensors;
}

/** The points of a track without its segments. */
export type TrackPart = Omit<Track, 'segmentStarts' | 'sensors'>;

/** Steps of {@link Track} coordinates in one degree. */
export const UNITS_A_DEGREE = 1e7;

/** The range of elevations in meters. The shore of the Dead Sea is at -430, and the summit of Mount Everest at 8849. */
const LOWEST = -500;
const HIGHEST = 9000;

/**
 * An elevation as a track stores it, rounded to the millimeter. Values below -500 m or above 9000 m become NaN (none),
 * because they are noise or a device's notation for an unknown elevation.
 */
export function elevationOf(meters: number): number {
  // `+ 0` turns -0 into 0, so that equal points are equal bytes
  return meters >= LOWEST && meters <= HIGHEST ? Math.round(meters * 1000) / 1000 + 0 : Number.NaN;
}

/** The number of points. */
export function pointCount(track: Track): number {
  return track.time.length;
}

/** The number of points that have a time. */
export function timedPointCount(track: Track): number {
  let count = 0;
  for (const time of track.time) if (!Number.isNaN(time)) count++;
  return count;
}

/** The first index of each segment, and the index after its last one, in order. */
export function segmentBounds(track: Track): Array<[start: number, end: number]> {
  const { segmentStarts } = track;
  return segmentStarts.map((start, i) => [start, segmentStarts[i + 1] ?? pointCount(track)]);
}

/** The latitude and longitude of point `i` in degrees. */
export function coordinates(track: TrackPart, i: number): [latitude: number, longitude: number] {
  return [track.latitudeE7[i]! / UNITS_A_DEGREE, track.longitudeE7[i]! / UNITS_A_DEGREE];
}

/** The memory of the columns of a track, which can be transferred between threads instead of copied. */
export function columnsOf({ latitudeE7, longitudeE7, elevation, time, sensors = {} }: Track): ArrayBuffer[] {
  return [latitudeE7, longitudeE7, elevation, time, ...Object.values(sensors)].map(
    (column) => column.buffer as ArrayBuffer,
  );
}
