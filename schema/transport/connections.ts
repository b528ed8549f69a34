import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { liveLimits } from './live-limits.ts';
import { Tally } from '../../src/platform/tally.ts';

/** An open connection, whichever its protocol. */
export interface Connection {
  /** The key that it is signed in with; null: none. */
  readonly keyId: number | null;
  /** Closes it because its key was revoked. */
  forbid(): void;
  /** Closes it because this process ends. */
  goAway(): void;
  /** Ends it without a word. */
  end(): void;
  /** Asks for a sign of life, and ends the connection when the last question was not answered. */
  beat(): void;
}

/** Which of these keys still sign in. */
export type LivingKeys = (ids: number[]) => Promise<Set<number>>;

/** Until the keys are asked for again after a failure; and for clients to say farewell. */
const recheckMs = 1000;
const farewellMs = 3000;

/** The open connections of a process: counted, kept alive, and closed when their keys are revoked or the process ends. */
export class Connections {
  readonly perUser = new Tally<number>(liveLimits.connectionsPerUser);
  readonly perAddress: Tally<string>;
  readonly subscriptions = new Tally<number>(liveLimits.subscriptionsPerUser);
  readonly #open = new Set<Connection>();
  readonly #livingKeys: LivingKeys;
  readonly #log: Logger;
  readonly #heart: NodeJS.Timeout;
  #rechecking: Promise<void> | null = null;
  #again = false;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * @param perAddress most connections of one address
   * @param heartbeatMs between two heartbeats
   */
  constructor(livingKeys: LivingKeys, perAddress: number, heartbeatMs: number, log: Logger) {
    this.perAddress = new Tally(perAddress);
    this.#livingKeys = livingKeys;
    this.#log = log;
    // One for all: a timer of its own for each would cost more than the heartbeat.
    this.#heart = setInterval(() => {
      for (const connection of this.#open) connection.beat();
    }, heartbeatMs);
  }

  /** Whether the process ends: no connection is taken any more. */
  get closed(): boolean {
    return this.#closed;
  }

  add(connection: Connection): void {
    if (this.#closed) connection.goAway();
    else this.#open.add(connection);
  }

  remove(connection: Connection): void {
    this.#open.delete(connection);
  }

  /** Keys may have been revoked: closes the connections whose key no longer signs in. One query for all. */
  recheck(): void {
    this.#again = true;
    this.#rechecking ??= this.#checkKeys().finally(() => (this.#rechecking = null));
  }

  async #checkKeys(): Promise<void> {
    while (this.#again && !this.#closed) {
      this.#again = false;
      const keyed = [...this.#open].filter(({ keyId }) => keyId !== null);
      if (keyed.length === 0) return;
      try {
        const living = await this.#livingKeys([...new Set(keyed.map(({ keyId }) => keyId as number))]);
        for (const connection of keyed) if (!living.has(connection.keyId as number)) connection.forbid();
      } catch (error: unknown) {
        if (this.#closed) return;
        this.#log.warn({ err: error }, 'the keys of open connections could not be checked');
        clearTimeout(this.#retry);
        this.#retry = setTimeout(() => this.recheck(), recheckMs);
      }
    }
  }

  /** Sends everyone elsewhere, and ends the connections of those who do not go. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heart);
    clearTimeout(this.#retry);
    for (const connection of this.#open) connection.goAway();
    const until = Date.now() + farewellMs;
    while (this.#open.size > 0 && Date.now() < until) await sleep(20);
    for (const connection of this.#open) connection.end();
    await this.#rechecking;
  }
}
