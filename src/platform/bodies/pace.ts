import type { Readable } from 'node:stream';
import { Watch } from '../watch.ts';
import type { Watched } from '../watch.ts';

/** Milliseconds between two looks at the bodies that are coming. */
const look = 10_000;
/** Bytes that must come from one look to the next: 100 a second, a tenth of the slowest mobile network. */
const least = 1000;
/** So many looks in a row may find less. */
const patience = 2;

/** The pace of a body that is coming. */
interface Pace {
  /** So many bytes have come. */
  count(bytes: number): void;
  /** It is whole, or no longer read. */
  end(): void;
}

/** Watches how fast a body comes; calls back, once, when it has been too slow for 10 to 20 seconds. */
export function watchPace(source: Readable, tooSlow: () => void): Pace {
  const one = new Coming(source, tooSlow);
  coming.add(one);
  return one;
}

const coming = new Watch<Coming>(look);

class Coming implements Pace, Watched {
  place = -1;
  readonly #source: Readable;
  readonly #tooSlow: () => void;
  #bytes = 0;
  #slow = 0;

  constructor(source: Readable, tooSlow: () => void) {
    this.#source = source;
    this.#tooSlow = tooSlow;
  }

  count(bytes: number): void {
    this.#bytes += bytes;
  }

  end(): void {
    coming.remove(this);
  }

  check(): void {
    // Paused: it is we who are slow.
    this.#slow = this.#bytes >= least || this.#source.isPaused() ? 0 : this.#slow + 1;
    this.#bytes = 0;
    if (this.#slow < patience) return;
    this.end();
    this.#tooSlow();
  }
}
