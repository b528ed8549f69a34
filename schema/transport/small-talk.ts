import { closings, liveLimits } from './live-limits.ts';
import type { Closing } from './live-limits.ts';

/**
 * What a socket may say without paying: all messages before it is signed in or known to be without a key, pings and pongs
 * from then on. They are small and come one by one, or the socket is closed.
 */
export class SmallTalk {
  #introduced = false;
  #bytes = 0;
  #left: number = liveLimits.smallTalk;
  #since = performance.now();

  /** From now on operations are paid for. */
  introduced(): void {
    this.#introduced = true;
  }

  /** Notes a message that has come; why the socket is closed, or null. */
  message(bytes: number): Closing | null {
    this.#bytes = bytes;
    return this.#introduced ? null : this.#take(liveLimits.firstBytes);
  }

  /** The message that has just come is a ping or a pong; why the socket is closed, or null. */
  ping(): Closing | null {
    const tooLarge = this.#bytes > liveLimits.pingBytes ? closings.badMessage : null;
    return this.#introduced ? this.#take(liveLimits.pingBytes) : tooLarge;
  }

  /** One more a second. */
  #take(most: number): Closing | null {
    const now = performance.now();
    this.#left = Math.min(liveLimits.smallTalk, this.#left + (now - this.#since) / 1000);
    this.#since = now;
    if (this.#bytes > most) return closings.badMessage;
    if (this.#left < 1) return closings.tooMuchTalk;
    this.#left -= 1;
    return null;
  }
}
