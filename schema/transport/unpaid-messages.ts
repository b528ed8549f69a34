import { closings, liveLimits } from './live-limits.ts';
import type { Closing } from './live-limits.ts';

/**
 * Limits the messages of a socket that no budget is charged for: every message before `connection_init` has been answered,
 * and pings and pongs after that. When one of them is too large, or too many come at once, the socket is closed.
 */
export class UnpaidMessages {
  #introduced = false;
  #bytes = 0;
  #left: number = liveLimits.unpaidMessages;
  #since = performance.now();

  /** The connection has been initialized: from now on operations are charged to a budget. */
  introduced(): void {
    this.#introduced = true;
  }

  /** The size of the message that has arrived last. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Counts a message that has arrived. Returns why the socket must be closed, or null. */
  message(bytes: number): Closing | null {
    this.#bytes = bytes;
    return this.#introduced ? null : this.#take(liveLimits.firstBytes);
  }

  /** Counts the message that has just arrived as a ping or pong. Returns why the socket must be closed, or null. */
  ping(): Closing | null {
    const tooLarge = this.#bytes > liveLimits.pingBytes ? closings.badMessage : null;
    return this.#introduced ? this.#take(liveLimits.pingBytes) : tooLarge;
  }

  /** Takes one message from an allowance that grows by one a second. */
  #take(most: number): Closing | null {
    const now = performance.now();
    this.#left = Math.min(liveLimits.unpaidMessages, this.#left + (now - this.#since) / 1000);
    this.#since = now;
    if (this.#bytes > most) return closings.badMessage;
    if (this.#left < 1) return closings.tooManyMessages;
    this.#left -= 1;
    return null;
  }
}
