import { Watch } from './watch.ts';
import type { Watched } from './watch.ts';

/** Seconds between two checks. */
const look = 10;
/** Bytes that must move between two checks: 100 a second, a tenth of the speed of the slowest mobile network. */
const least = 1000;
/** The number of successive checks that may find fewer bytes, and of checks before the pace over the whole counts. */
const patience = 2;

/** Something that a client sends or reads while it holds a part of a bound. */
interface Paced {
  /** The bytes a second that have to move over the whole. */
  perSecond: number;
  /** The bytes that have moved so far. */
  bytes(): number;
  /** Whether the client is waited for; time in which the client waits does not count. */
  waits(): boolean;
  /** Called once when the client is too slow: between checks for 10 to 20 seconds, or over the whole. */
  tooSlow(): void;
}

/** Everything that is measured; tests check it without waiting. */
export const moving = new Watch<Pace>(look * 1000);

/**
 * Gives up whoever is slower than a pace. A pace between two checks alone could be kept with few bytes for hours, and a pace over the
 * whole alone could be kept without any after a fast beginning.
 */
export class Pace implements Watched {
  index = -1;
  readonly #paced: Paced;
  #before = 0;
  #slow = 0;
  #checks = 0;

  constructor(paced: Paced) {
    this.#paced = paced;
    moving.add(this);
  }

  /** Stops measuring. */
  end(): void {
    moving.remove(this);
  }

  check(): void {
    const bytes = this.#paced.bytes();
    const isMoving = bytes - this.#before >= least || !this.#paced.waits();
    this.#before = bytes;
    this.#slow = isMoving ? 0 : this.#slow + 1;
    if (this.#paced.waits()) this.#checks++;
    const owed = (this.#checks - patience) * look * this.#paced.perSecond;
    if (this.#slow < patience && bytes >= owed) return;
    this.end();
    this.#paced.tooSlow();
  }
}
