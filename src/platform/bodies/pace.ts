import type { Readable } from 'node:stream';
import { Watch } from '../watch.ts';
import type { Watched } from '../watch.ts';

/** Milliseconds between two checks of the bodies that are being received. */
const look = 10_000;
/** Bytes that must arrive between two checks: 100 a second, a tenth of the speed of the slowest mobile network. */
const least = 1000;
/** The number of successive checks that may find fewer bytes. */
const patience = 2;

/** Measures the speed of a body that is being received. */
interface Pace {
  /** Counts received bytes. */
  count(bytes: number): void;
  /** Stops measuring, because the body is complete or no longer read. */
  end(): void;
}

/** Measures how fast a body arrives. Calls `tooSlow` once when it has been too slow for 10 to 20 seconds. */
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
    // A paused body waits for this process, not for the client.
    this.#slow = this.#bytes >= least || this.#source.isPaused() ? 0 : this.#slow + 1;
    this.#bytes = 0;
    if (this.#slow < patience) return;
    this.end();
    this.#tooSlow();
  }
}
