import { momentMs } from '../rules/moment.ts';
import { sensorNames, TrackBuilder } from '@runners/recordings';
import type { Track } from '@runners/recordings';
import { MAX_POINTS } from '../tracks/workout-file.ts';
import { Failure, faultsOf, invalid, invalidFields } from '../../errors.ts';
import type { Violation } from '../../errors.ts';

/** The words of GPX files for the words of points. */
const gpxWords = { lng: 'lon', elev: 'ele' } as const;

/** How points are read. */
interface Reading {
  /** The name of the list in failures. */
  argument?: string;
  /** `gpx` also understands the words of GPX files, `lon` and `ele`. */
  words?: 'own' | 'gpx';
  /** Whether the values of sensors are read as well, by their names in `sensorNames`. */
  sensors?: boolean;
  /** How many points that are not valid are named: the first, or all up to this number. */
  most?: number;
}

/**
 * Reads route points (interface, Route point): `lat`, `lng`, `time`, `elev`. Values may be strings. A track that has
 * been parsed already is returned as it is.
 * @throws Failure INVALID naming the points and their fields; TOO_LARGE for more than 250,000 points
 */
export function readPoints(
  value: unknown,
  { argument = 'points', words = 'own', sensors = false, most = 1 }: Reading = {},
): Track {
  if (isTrack(value)) return value;
  if (!Array.isArray(value)) throw invalid(argument, 'must be a list of points', 'WRONG_TYPE');
  if (value.length > MAX_POINTS)
    throw new Failure('TOO_LARGE', `${argument}: a workout has at most ${MAX_POINTS} points.`);
  const builder = new TrackBuilder(MAX_POINTS);
  const faults: Violation[] = [];
  const position: Position = { list: argument, index: 0 };
  for (; position.index < value.length && faults.length < most; position.index++) {
    const point: unknown = value[position.index];
    try {
      addPoint(builder, point, position, words === 'gpx', sensors);
    } catch (error) {
      if (most === 1 || !(error instanceof Failure)) throw error;
      builder.sensors.drop();
      faults.push(...faultsOf(checksOf(point, position, words === 'gpx', sensors)));
    }
  }
  if (faults.length > 0) throw invalidFields(faults);
  return builder.build();
}

/** Which point it is. Its path is only written for a failure. */
interface Position {
  list: string;
  index: number;
}

const pathOf = ({ list, index }: Position, field = '') => `${list}[${index}]${field && `.${field}`}`;

function isTrack(value: unknown): value is Track {
  return typeof value === 'object' && value !== null && 'latitudeE7' in value && ArrayBuffer.isView(value.latitudeE7);
}

function pointIn(value: unknown, position: Position): Record<string, unknown> {
  if (typeof value !== 'object' || value === null) throw invalid(pathOf(position), 'must be a point', 'WRONG_TYPE');
  return value as Record<string, unknown>;
}

/** The name by which a point has a value. */
function nameIn(point: Record<string, unknown>, name: 'lng' | 'elev', isGpx: boolean): string {
  return isGpx && point[name] === undefined && point[gpxWords[name]] !== undefined ? gpxWords[name] : name;
}

/** The checks of `addPoint`, for points of which everything is to be named. */
function checksOf(value: unknown, position: Position, isGpx: boolean, sensors: boolean) {
  const needed = (most: number, name: string) => {
    const point = pointIn(value, position);
    if (point[name] == null) throw invalid(pathOf(position, name), 'is required', 'REQUIRED');
    return coordinate(point, most, position, name);
  };
  return {
    lat: () => needed(90, 'lat'),
    lng: () => needed(180, nameIn(pointIn(value, position), 'lng', isGpx)),
    elev: () => optionalNumber(pointIn(value, position), position, nameIn(pointIn(value, position), 'elev', isGpx)),
    time: () => timeMs(pointIn(value, position)['time'], position),
    ...Object.fromEntries(
      (sensors ? sensorNames : []).map((name) => [
        name,
        () => optionalNumber(pointIn(value, position), position, name),
      ]),
    ),
  };
}

function addPoint(builder: TrackBuilder, value: unknown, position: Position, isGpx: boolean, sensors: boolean): void {
  const point = pointIn(value, position);
  const lat = coordinate(point, 90, position, 'lat');
  const lng = coordinate(point, 180, position, nameIn(point, 'lng', isGpx));
  const elevation = optionalNumber(point, position, nameIn(point, 'elev', isGpx));
  const time = timeMs(point['time'], position);
  if (sensors) noteSensors(builder, point, position);
  builder.addPoint(lat, lng, elevation, time);
}

/** Notes the values of sensors at a point. Those that are out of range are ignored, as in GPX files. */
function noteSensors(builder: TrackBuilder, point: Record<string, unknown>, position: Position): void {
  const { heartRate, cadence, power, temperature, speed } = point;
  // Most points have none, which this finds out without looking each of them up by a variable name.
  if ((heartRate ?? cadence ?? power ?? temperature ?? speed) == null) return;
  for (const [sensor, name] of sensorNames.entries())
    builder.sensors.note(sensor, optionalNumber(point, position, name));
}

function coordinate(point: Record<string, unknown>, most: number, position: Position, field: string): number {
  const degrees = optionalNumber(point, position, field);
  if (!(Math.abs(degrees) <= most))
    throw invalid(pathOf(position, field), `must be between -${most} and ${most}`, 'OUT_OF_RANGE');
  return degrees;
}

function optionalNumber(point: Record<string, unknown>, position: Position, field: string): number {
  const value = point[field];
  if (isAbsent(value)) return NaN;
  const parsed = typeof value === 'string' || typeof value === 'number' ? Number(value) : NaN;
  if (!Number.isFinite(parsed)) throw invalid(pathOf(position, field), 'must be a number', 'WRONG_TYPE');
  return parsed;
}

function timeMs(value: unknown, position: Position): number {
  if (isAbsent(value)) return NaN;
  const time = typeof value === 'string' ? momentMs(value) : NaN;
  if (Number.isNaN(time)) throw invalid(pathOf(position, 'time'), 'must be an ISO 8601 date and time', 'MALFORMED');
  return time;
}

/** Whether a point does not have the value: white space counts as nothing (P22). */
function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}
