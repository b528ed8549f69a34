import type { Track } from './track.ts';
import type { GpxDocument } from './gpx-document.ts';

/** The answer of a GPX worker. */
export type GpxAnswer = { document: GpxDocument } | { refused: 'malformed' | 'too-many-points'; message: string };

/** The memory of the columns of a track, which is transferred between threads instead of copied. */
export function columnsOf({ latitudeE7, longitudeE7, elevation, time, sensors = {} }: Track): ArrayBuffer[] {
  return [latitudeE7, longitudeE7, elevation, time, ...Object.values(sensors)].map(
    (column) => column.buffer as ArrayBuffer,
  );
}
