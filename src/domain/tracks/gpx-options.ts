import type { WantedElement } from './gpx-wanted.ts';

/** What a reader of GPX is told by its caller. */
export interface GpxOptions {
  /** The largest number of points in one document; by default, there is none. */
  maxPoints?: number;
  /** Reads the time of a point: Unix milliseconds, or NaN for what is no time. By default, what `Date.parse` reads, in UTC. */
  momentMs?: (text: string) => number;
  /** The elements of the extensions of the file whose texts are kept; by default, none. */
  wanted?: readonly WantedElement[];
}

/** A time without an offset is in UTC, as GPX prescribes. */
function plainMomentMs(text: string): number {
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text) ? text : `${text}Z`);
}

/** The options with what is not given. */
export function completed({
  maxPoints = Infinity,
  momentMs = plainMomentMs,
  wanted = [],
}: GpxOptions): Required<GpxOptions> {
  return { maxPoints, momentMs, wanted };
}
