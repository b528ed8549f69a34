import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { liveLimits } from './live-limits.ts';
import { countedForEach } from '../../src/request/connections-per-address.ts';
import { declareBound } from '../../src/platform/bounds.ts';

const bound = declareBound(import.meta.url, {
  name: 'live_connections',
  holds: 'WebSockets and streams of events; 50 for each user, 2,000 for each address',
  limit: 20_000,
  unit: 'connections',
  share: 'A person has 50, and an address 2,000.',
  beyond:
    'The connection is closed as described for `connections`. Above the limit of a user, it is closed with 4420. Above the limit of an address, it is answered with 429.',
});

/** Why a key does not sign in any more. */
export type KeyFailure = 'KEY_EXPIRED' | 'INVALID_KEY';

/** An open connection of either protocol. */
export interface Connection {
  readonly kind: 'socket' | 'stream';
  /** The key with which it is signed in; null without one. */
  readonly keyId: number | null;
  /** When that key expires, in milliseconds of the epoch; null when it does not. */
  readonly expiresMs: number | null;
  /** Closes it because its key was revoked or has expired. */
  forbid(code: KeyFailure): void;
  /** Closes it because the process is stopping. */
  goAway(): void;
  /** Terminates it without a closing handshake. */
  end(): void;
  /** Sends a ping, and terminates the connection if the previous one was not answered. */
  beat(): void;
}

/** Which of these keys still sign in. */
export type LivingKeys = (ids: number[]) => Promise<Set<number>>;

/** Milliseconds until keys are verified again after a failure, and for clients to close their connections. */
const recheckMs = 1000;
/** The longest time that a timer of Node takes. */
const longestTimerMs = 2 ** 31 - 1;
const farewellMs = 3000;

/**
 * The open connections of a process. They are counted, kept alive, and closed when their keys are revoked or expire, or the
 * process stops.
 */
export class Connections {
  readonly perUser = countedForEach(liveLimits.connectionsPerUser);
  readonly perAddress: ReturnType<typeof countedForEach>;
  readonly subscriptions = countedForEach(liveLimits.subscriptionsPerUser);
  readonly #open = new Set<Connection>();
  /** Timers of connections whose keys expire. */
  readonly #expiries = new Map<Connection, NodeJS.Timeout>();
  readonly #now: () => Date;
  readonly #livingKeys: LivingKeys;
  readonly #log: Logger;
  readonly #heart: NodeJS.Timeout;
  #rechecking: Promise<void> | null = null;
  #again = false;
  #retry: NodeJS.Timeout | undefined;
  #closed = false;

  /**
   * @param perAddress the largest number of connections of one address
   * @param heartbeatMs milliseconds between two heartbeats
   */
  constructor(livingKeys: LivingKeys, perAddress: number, heartbeatMs: number, log: Logger, now: () => Date) {
    this.#now = now;
    this.perAddress = countedForEach(perAddress);
    bound.watch(() => this.#open.size);
    this.#livingKeys = livingKeys;
    this.#log = log;
    // One timer serves all connections, since separate timers would cost more than the heartbeat.
    this.#heart = setInterval(() => {
      for (const connection of this.#open) connection.beat();
    }, heartbeatMs);
  }

  /** How many connections are open. */
  readonly counts = (): Record<Connection['kind'], number> => {
    const counts = { socket: 0, stream: 0 };
    for (const { kind } of this.#open) counts[kind]++;
    return counts;
  };

  /** Whether the process is stopping and accepts no more connections. */
  get closed(): boolean {
    return this.#closed;
  }

  add(connection: Connection): void {
    if (this.#closed) connection.goAway();
    else this.#open.add(connection);
  }

  remove(connection: Connection): void {
    this.#open.delete(connection);
    clearTimeout(this.#expiries.get(connection));
    this.#expiries.delete(connection);
  }

  /** Closes the connection when its key expires; called once it is signed in. */
  closeAtExpiry(connection: Connection): void {
    const { expiresMs } = connection;
    if (expiresMs === null || !this.#open.has(connection)) return;
    const left = expiresMs - this.#now().getTime();
    if (left <= 0) return connection.forbid('KEY_EXPIRED');
    // Longer ones are begun again.
    const timer = setTimeout(() => this.closeAtExpiry(connection), Math.min(left, longestTimerMs));
    this.#expiries.set(connection, timer);
  }

  /** Closes the connections whose key was revoked. One query verifies the keys of all connections. */
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
        for (const connection of keyed) if (!living.has(connection.keyId as number)) connection.forbid('INVALID_KEY');
      } catch (error: unknown) {
        if (this.#closed) return;
        this.#log.warn({ err: error }, 'the keys of open connections could not be checked');
        clearTimeout(this.#retry);
        this.#retry = setTimeout(() => this.recheck(), recheckMs);
      }
    }
  }

  /** Asks all clients to reconnect elsewhere, and terminates the connections of those that do not close them. */
  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#heart);
    clearTimeout(this.#retry);
    for (const timer of this.#expiries.values()) clearTimeout(timer);
    for (const connection of this.#open) connection.goAway();
    const until = Date.now() + farewellMs;
    while (this.#open.size > 0 && Date.now() < until) await sleep(20);
    for (const connection of this.#open) connection.end();
    await this.#rechecking;
  }
}
