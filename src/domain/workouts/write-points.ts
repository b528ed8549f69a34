import type { PackedTrack } from '../tracks/packed-track.ts';
import { coordinates, pointCount } from '../tracks/track.ts';
import type { Track, TrackPart } from '../tracks/track.ts';

/** One point as JSON shows it; what the recording lacks is left out. */
interface Point {
  lat: number;
  lng: number;
  time?: string;
  elev?: number;
}

/** Points in one piece of text: about 40 kB. */
const pointsAPiece = 500;

/** The points of a track as a list, segments one after the other. */
export function pointsOf(track: Track): Point[] {
  return Array.from({ length: pointCount(track) }, (_, i) => pointOf(track, i));
}

/** The same as the text of a JSON list, in pieces; an empty list without a track. */
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
    ...(Number.isNaN(time) ? {} : { time: new Date(time).toISOString() }),
    ...(Number.isNaN(elevation) ? {} : { elev: elevation }),
  };
}
