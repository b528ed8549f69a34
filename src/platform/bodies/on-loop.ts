/** The largest JSON, and the largest text of any other kind, in bytes, that is parsed on the event loop. */
export const mostOnLoop = { json: 64 * 1024, other: 16 * 1024 } as const;

/**
 * Whether a text that a caller sent may be parsed on the event loop, which takes at most a few milliseconds. Everything longer
 * is parsed in a thread (`src/platform/worker-pool.ts`), whoever sends it.
 * @param bytes its length
 */
export function isParsedOnLoop(bytes: number, kind: 'json' | 'other'): boolean {
  return bytes <= mostOnLoop[kind];
}
