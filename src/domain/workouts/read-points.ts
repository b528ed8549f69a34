import { invalid } from '../../errors.ts';
import { momentMs } from '../rules/moment.ts';
import { TrackBuilder } from '../tracks/track-builder.ts';
import { MAX_POINTS } from '../tracks/track.ts';
import type { Track } from '../tracks/track.ts';
import { Failure } from '../../errors.ts';

/**
 * Reads route points (interface, Route point): `lat`, `lng`, `time`, `elev`. Values may be strings. A track that has
 * been parsed already is returned as it is.
 * @throws Failure INVALID naming the point and its field; TOO_LARGE for more than 250,000 points
 */
export function readPoints(value: unknown): Track {
  if (isTrack(value)) return value;
  if (!Array.isArray(value)) throw invalid('points', 'must be a list of points');
  if (value.length > MAX_POINTS) throw new Failure('TOO_LARGE', `points: a workout has at most ${MAX_POINTS} points.`);
  const builder = new TrackBuilder();
  for (let i = 0; i < value.length; i++) addPoint(builder, value[i], i);
  return builder.build();
}

function isTrack(value: unknown): value is Track {
  return typeof value === 'object' && value !== null && 'latitudeE7' in value && ArrayBuffer.isView(value.latitudeE7);
}

function addPoint(builder: TrackBuilder, value: unknown, index: number): void {
  if (typeof value !== 'object' || value === null) throw invalid(`points[${index}]`, 'must be a point');
  const point = value as Record<string, unknown>;
  const lat = coordinate(point['lat'], 90, index, 'lat');
  const lng = coordinate(point['lng'], 180, index, 'lng');
  const elevation = optionalNumber(point['elev'], index, 'elev');
  builder.addPoint(lat, lng, elevation, timeMs(point['time'], index));
}

function coordinate(value: unknown, most: number, index: number, field: string): number {
  const degrees = optionalNumber(value, index, field);
  if (!(Math.abs(degrees) <= most)) throw invalid(`points[${index}].${field}`, `must be between -${most} and ${most}`);
  return degrees;
}

function optionalNumber(value: unknown, index: number, field: string): number {
  if (typeof value === 'number') return value;
  if (value === undefined || value === null || value === '') return NaN;
  const parsed = typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
  if (!Number.isFinite(parsed)) throw invalid(`points[${index}].${field}`, 'must be a number');
  return parsed;
}

function timeMs(value: unknown, index: number): number {
  if (value === undefined || value === null || value === '') return NaN;
  const time = typeof value === 'string' ? momentMs(value) : NaN;
  if (Number.isNaN(time)) throw invalid(`points[${index}].time`, 'must be an ISO 8601 date and time');
  return time;
}
