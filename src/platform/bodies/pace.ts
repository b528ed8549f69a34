import type { Readable } from 'node:stream';

/** Milliseconds between two looks at the bodies that are coming. */
const look = 10_000;
/** Bytes that must come from one look to the next: 100 a second, a tenth of the slowest mobile network. */
const least = 1000;
/** So many looks in a row may find less. */
const patience = 2;

interface Coming {
  source: Readable;
  bytes: number;
  slow: number;
  tooSlow(): void;
}

const coming = new Set<Coming>();
let looking: NodeJS.Timeout | undefined;

/** The pace of a body that is coming. */
export interface Pace {
  /** So many bytes have come. */
  count(bytes: number): void;
  /** It is whole, or no longer read. */
  end(): void;
}

/** Watches how fast a body comes; calls back, once, when it has been too slow for 10 to 20 seconds. */
export function watchPace(source: Readable, tooSlow: () => void): Pace {
  const one: Coming = { source, bytes: 0, slow: 0, tooSlow };
  coming.add(one);
  looking ??= setInterval(lookAtAll, look).unref();
  return {
    count: (bytes) => void (one.bytes += bytes),
    end: () => void coming.delete(one),
  };
}

function lookAtAll(): void {
  if (coming.size === 0) {
    clearInterval(looking);
    looking = undefined;
  }
  for (const one of coming) {
    // Paused: it is we who are slow.
    one.slow = one.bytes >= least || one.source.isPaused() ? 0 : one.slow + 1;
    one.bytes = 0;
    if (one.slow < patience) continue;
    coming.delete(one);
    one.tooSlow();
  }
}
