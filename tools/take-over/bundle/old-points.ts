import { momentMs } from '../../../src/domain/rules/moment.ts';
import { TrackBuilder } from '@runners/recordings';
import type { Track } from '@runners/recordings';
import { MAX_POINTS } from '../../../src/domain/tracks/workout-file.ts';
import { Unusable } from './unusable.ts';
import type { Remark } from './unusable.ts';

const notAList = new Unusable('must be a list of points');
const expected = ['lat', 'lng', 'elev', 'time'] as const;
/** What other services call them. */
const synonyms: Readonly<Record<(typeof expected)[number], readonly string[]>> = {
  lat: ['latitude'],
  lng: ['lon', 'long', 'longitude'],
  elev: ['ele', 'elevation', 'alt', 'altitude'],
  time: ['t', 'ts', 'timestamp', 'date', 'datetime'],
};

/** Says which names a point has, where something is missing and there under another name; null if it is as expected. */
function misnamed(point: unknown): Unusable | null {
  if (typeof point !== 'object' || point === null || Array.isArray(point)) return null;
  const isThere = (name: string) => name in point;
  if (!expected.some((name) => !isThere(name) && synonyms[name].some(isThere))) return null;
  const names = Object.keys(point).map((name) => name.slice(0, 20));
  return new Unusable(`has points with ${names.slice(0, 8).join(', ')}; expected are ${expected.join(', ')}`, {
    isNeverLeftOut: true,
  });
}

const noneLeft = new Unusable('has no point that can be read');

/**
 * Reads the points of an old run or route: `[latitude, longitude, elevation, time]`, or the route points of the contract. Points
 * without a place, and values that cannot be read, are left out with a remark. Null without points.
 */
export function readOldPoints(value: unknown, remark: Remark): Track | null | Unusable {
  if (!Array.isArray(value)) return notAList;
  if (value.length === 0) return null;
  const wrong = misnamed(value[0]);
  if (wrong) return wrong;
  const builder = new TrackBuilder(MAX_POINTS);
  const lost = { points: 0, values: 0 };
  for (const point of value as unknown[]) {
    if (builder.pointCount === MAX_POINTS) {
      remark(`has more than ${MAX_POINTS} points; those after them are left out`);
      break;
    }
    const [lat, lng, elev, time] = partsOf(point);
    const [latitude, longitude, elevation] = [numberOf(lat), numberOf(lng), numberOf(elev)];
    const timeMs = typeof time === 'string' && time !== '' ? momentMs(time) : NaN;
    if (!(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180)) {
      lost.points++;
      continue;
    }
    if ((isGiven(elev) && Number.isNaN(elevation)) || (isGiven(time) && Number.isNaN(timeMs))) lost.values++;
    builder.addPoint(latitude, longitude, elevation, timeMs);
  }
  if (builder.pointCount === 0) return noneLeft;
  if (lost.points > 0) remark('has points without a place on earth, which are left out');
  if (lost.values > 0) remark('has elevations or times that cannot be read, which are left out');
  return builder.build();
}

const nothing = [] as const;

function partsOf(point: unknown): readonly unknown[] {
  if (Array.isArray(point)) return point;
  if (typeof point !== 'object' || point === null) return nothing;
  const { lat, lng, elev, time } = point as Record<string, unknown>;
  return [lat, lng, elev, time];
}

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';

/** A number, also as a text; NaN for anything else. */
function numberOf(value: unknown): number {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && value.trim() !== '' ? Number(value) : NaN;
}
