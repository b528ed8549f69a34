import pLimit from 'p-limit';
import { collectOutside } from '../../platform/force-gc.ts';

/** The number of bytes of points after which garbage is collected. */
const large = 1024 * 1024;
const one = pLimit(1);

/**
 * Reads tracks in turn, one statement at a time in this process. A track of 100,000 points temporarily takes 15 MB of
 * memory and ten milliseconds of CPU time, and many readers may request the next one at the same moment.
 */
export function readTracks<T>(read: () => Promise<T>): Promise<T> {
  return one(read);
}

/** Must be called once points that were read have been written. */
export function trackWritten(points: Uint8Array | null): void {
  if (points && points.length >= large) setImmediate(collectOutside);
}
