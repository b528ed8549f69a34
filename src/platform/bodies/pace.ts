import type { Readable } from 'node:stream';
import { Pace } from '@runners/limits';

/** Bytes a second of the slowest mobile network. A body has to be faster over the whole. */
const slowest = 1000;
/** The largest body has to arrive within this many seconds. */
const longest = 600;

/** Measures the speed of a body that is being received. */
interface Measured {
  /** Counts received bytes. */
  count(bytes: number): void;
  /** Stops measuring, because the body is complete or no longer read. */
  end(): void;
}

/**
 * Measures how fast a body arrives, between two checks and over the whole. Calls `tooSlow` once when it has been too slow.
 * @param announced the announced number of bytes, or 0
 */
export function watchPace(source: Readable, announced: number, tooSlow: () => void): Measured {
  let bytes = 0;
  const pace = new Pace({
    perSecond: Math.max(slowest, announced / longest),
    bytes: () => bytes,
    // A paused body waits for this process, not for the client.
    waits: () => !source.isPaused(),
    tooSlow,
  });
  return { count: (more) => void (bytes += more), end: () => pace.end() };
}
