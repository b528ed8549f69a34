import { coordinates, pointCount } from '../tracks/track.ts';
import type { Track } from '../tracks/track.ts';

/** One point as JSON shows it; what the recording lacks is left out. */
export interface Point {
  lat: number;
  lng: number;
  time?: string;
  elev?: number;
}

/** The points of a track as a list, segments one after the other. */
export function pointsOf(track: Track): Point[] {
  return Array.from({ length: pointCount(track) }, (_, i) => {
    const [lat, lng] = coordinates(track, i);
    const time = track.time[i] ?? NaN;
    const elevation = track.elevation[i] ?? NaN;
    return {
      lat,
      lng,
      ...(Number.isNaN(time) ? {} : { time: new Date(time).toISOString() }),
      ...(Number.isNaN(elevation) ? {} : { elev: elevation }),
    };
  });
}
