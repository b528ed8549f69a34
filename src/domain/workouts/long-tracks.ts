import pLimit from 'p-limit';
import { collectOutside } from '../../platform/collect.ts';

/** Bytes of points that are worth a collection when they have been written. */
const large = 1024 * 1024;
const one = pLimit(1);

/**
 * Reads tracks when it is their turn, one statement at a time in this process: a track of 100,000 points takes 15 MB for a
 * moment and ten milliseconds of the process, and many readers ask for the next one at the same moment.
 */
export function readTracks<T>(read: () => Promise<T>): Promise<T> {
  return one(read);
}

/** To be called when points that were read have been written. */
export function trackWritten(points: Uint8Array | null): void {
  if (points && points.length >= large) setImmediate(collectOutside);
}
