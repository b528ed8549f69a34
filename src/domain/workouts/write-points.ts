import { coordinates, NO_VALUE, pointCount, recordedSensors, valueOf } from '@runners/recordings';
import type { PackedTrack, SensorName, Sensors, Track, TrackPart } from '@runners/recordings';
import { momentOf } from '../rules/moment.ts';

/** A point in its JSON form. Values that the recording does not have are left out. */
interface Point extends Partial<Record<SensorName, number | null>> {
  lat: number;
  lng: number;
  time?: string;
  elev?: number;
}

/** The number of points in one piece of text, which has about 40 kB. */
const pointsAPiece = 500;

/**
 * Returns the points of a track as a list, segment after segment.
 * @param sensors the values of sensors that are added to them
 */
export function pointsOf(track: Track, sensors: Sensors = {}): Point[] {
  const names = recordedSensors(sensors);
  return Array.from({ length: pointCount(track) }, (_, i) => {
    const point = pointOf(track, i);
    for (const name of names) point[name] = valueOf(name, sensors[name]?.[i] ?? NO_VALUE);
    return point;
  });
}

/** Yields the same as the text of a JSON list, in pieces. Without a track the list is empty. */
export function* jsonPoints(track: PackedTrack | null): Generator<string, void, undefined> {
  if (!track) {
    yield '[]';
    return;
  }
  const { points: count } = track;
  let before = '[';
  for (let start = 0; start < count; start += pointsAPiece) {
    const length = Math.min(pointsAPiece, count - start);
    const part = track.part(start, start + length);
    const piece = Array.from({ length }, (_, i) => pointOf(part, i));
    yield before + JSON.stringify(piece).slice(1, -1);
    before = ',';
  }
  yield before === '[' ? '[]' : ']';
}

function pointOf(track: TrackPart, i: number): Point {
  const [lat, lng] = coordinates(track, i);
  const time = track.time[i] ?? NaN;
  const elevation = track.elevation[i] ?? NaN;
  return {
    lat,
    lng,
    ...(Number.isNaN(time) ? {} : { time: momentOf(time) }),
    ...(Number.isNaN(elevation) ? {} : { elev: elevation }),
  };
}
