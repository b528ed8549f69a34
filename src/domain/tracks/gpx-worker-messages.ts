import type { Track } from './track.ts';
import type { GpxDocument } from './gpx-document.ts';

/** What a GPX worker answers. */
export type GpxAnswer =
  | { document: GpxDocument }
  | { refused: 'malformed' | 'too-many-points' | 'failed'; message: string };

/** The memory of a track's columns, to be handed over between threads instead of copied. */
export function columnsOf({ latitudeE7, longitudeE7, elevation, time }: Track): ArrayBuffer[] {
  return [latitudeE7, longitudeE7, elevation, time].map((column) => column.buffer as ArrayBuffer);
}
