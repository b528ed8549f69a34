import { readFileSync } from 'node:fs';

import type { Track } from '../track/track.ts';

/** A recording of gpx/, as bytes. Works from the compiled tests. */
export function recording(name: string): Buffer {
  return readFileSync(new URL(`../../test/gpx/${name}`, import.meta.url));
}

/** The recordings of gpx/README.md: segments that have points, and points. */
export const RECORDINGS: Array<[file: string, segments: number, points: number]> = [
  ['strava-5k-heart-rate.gpx', 1, 314],
  ['garmin-activity.gpx', 1, 988],
  ['endomondo-two-segments.gpx', 2, 5181],
  // four in the file, the first of them empty
  ['gpx10-four-tracks-partly-timed.gpx', 3, 871],
  ['eight-segments-hike.gpx', 8, 182],
  ['route-without-times.gpx', 1, 113],
];

/** A GPX 1.1 document around the content of `gpx`. */
export function gpx(content: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<gpx xmlns="http://www.topografix.com/GPX/1/1" version="1.1" creator="t">${content}</gpx>`;
}

/** A GPX document with one segment of these points. */
export function gpxOf(points: string): string {
  return gpx(`<trk><trkseg>${points}</trkseg></trk>`);
}

/** A document with `count` points a second apart, as a watch writes them. */
export function longRun(count: number, extensions = ''): Buffer {
  const points: string[] = [];
  for (let i = 0; i < count; i++) {
    const lat = (47 + i * 1e-5).toFixed(7);
    const lon = (8 + i * 1e-5).toFixed(7);
    const time = new Date(1_709_276_400_000 + i * 1000).toISOString();
    points.push(
      `<trkpt lat="${lat}" lon="${lon}"><ele>${400 + (i % 9)}.5</ele><time>${time}</time>${extensions}</trkpt>\n`,
    );
  }
  return Buffer.from(gpxOf(points.join('')));
}

function numbers(column: Iterable<number>): Array<number | null> {
  return Array.from(column, (value) => (Number.isNaN(value) ? null : value));
}

/** A track in plain arrays, to compare; NaN as null. */
export function plain(track: Track): Record<string, unknown> {
  return {
    latitudeE7: numbers(track.latitudeE7),
    longitudeE7: numbers(track.longitudeE7),
    elevation: numbers(track.elevation),
    time: numbers(track.time),
    segmentStarts: [...track.segmentStarts],
    ...Object.fromEntries(Object.entries(track.sensors ?? {}).map(([name, column]) => [name, [...column]])),
  };
}
