import type { GpxDocument } from './gpx-document.ts';

/** What is sent to a GPX worker: the whole file, handed over. */
export interface GpxJob {
  bytes: Uint8Array<ArrayBuffer>;
  maxPoints: number;
}

/** What a GPX worker answers. */
export type GpxAnswer =
  | { document: GpxDocument }
  | { refused: 'malformed' | 'too-many-points' | 'failed'; message: string };
