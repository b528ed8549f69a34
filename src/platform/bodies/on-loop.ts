import type { Caller } from '@runners/limits';

/**
 * The largest texts of callers, in bytes, that are parsed on the event loop: those that take less than 5 milliseconds. A run of an hour,
 * with 3,600 points, is ordinary, as JSON and as GPX; in other formats, a recording takes four times as long for its length. JSON that is handed over by a thread is copied value by value, which takes longer
 * than parsing it (docs/performance.md#bodies-on-the-event-loop).
 */
export const mostOnLoop = { json: 512 * 1024, gpx: 512 * 1024, recording: 128 * 1024, other: 16 * 1024 } as const;

/**
 * Whether a text that a caller sent may be parsed on the event loop. Everything longer is parsed in a thread
 * (`src/platform/worker-pool.ts`). Nobody without a key sends a run, and what strangers send is not paid before it is parsed.
 * @param bytes its length
 */
export function isParsedOnLoop(bytes: number, kind: keyof typeof mostOnLoop, caller?: Caller): boolean {
  return bytes <= mostOnLoop[caller && caller.person === caller.address ? 'other' : kind];
}
