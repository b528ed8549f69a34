import type { WantedElement } from './wanted.ts';

/** What a reader of GPX is told by its caller. */
export interface GpxOptions {
  /** The largest number of points in one document; by default, there is none. */
  maxPoints?: number;
  /** Reads the time of a point: Unix milliseconds, or NaN for what is no time. By default, an ISO 8601 date and time. */
  momentMs?: (text: string) => number;
  /** The elements of the extensions of the file whose texts are kept; by default, none. */
  wanted?: readonly WantedElement[];
}

/** An ISO 8601 time, without an offset in UTC, as GPX prescribes; NaN also for a day that is in no calendar. */
function plainMomentMs(text: string): number {
  const day = text.trim().slice(0, 10);
  const midnight = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(day)) return NaN;
  return Date.parse(/(?:Z|[+-]\d\d:?\d\d)$/i.test(text.trim()) ? text.trim() : `${text.trim()}Z`);
}

/** The options with what is not given. */
export function completed({
  maxPoints = Infinity,
  momentMs = plainMomentMs,
  wanted = [],
}: GpxOptions): Required<GpxOptions> {
  return { maxPoints, momentMs, wanted };
}
