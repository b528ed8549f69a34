import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { ConnectionPool } from '../connection/connection-pool.ts';
import type { QueryOptions } from '../interface/query-options.ts';
import type { DatabaseConfig } from '../interface/database-config.ts';
import type { Replica } from '../interface/replicas.ts';
import { driverOptions } from '../connection/driver-options.ts';
import type { Given } from '../interface/given.ts';
import { PolledServer } from '../connection/polled-server.ts';
import type { Driver } from '../connection/driver.ts';
import type { PreparedStatement, SqlValue } from '../interface/prepared-statement.ts';
import { requestLimits } from '../connection/time-limits.ts';
import { isOutdated } from '../connection/retry-deadlocks.ts';
import { ReplicaFailed, unavailabilityIn } from '../connection/connection-errors.ts';

/** What a standby says of itself. Positions are bytes of the log of PostgreSQL. */
interface Standing {
  /** Up to where it has replayed the log; null if it is not a standby. */
  replayed: number | null;
  /** The cluster to which it belongs. */
  system: string;
}

/** A position and the moment, by `performance.now()`, before which everything that was committed is up to it. */
export interface Sample {
  at: number;
  written: number;
  system: string;
}

const standing = `select case when pg_is_in_recovery() then (pg_last_wal_replay_lsn() - '0/0')::float8 end as replayed,
  (select system_identifier::text from pg_control_system()) as system`;

/** The code of PostgreSQL for a statement that took longer than it may. It would on the primary as well. */
const tooLong = '57014';
/** Milliseconds for which a replica is not read from after it has caught up. */
const returnsAfterMs = 1000;
/** The longest pause in milliseconds between two looks at a replica that somebody waits for. */
const longestPauseMs = 16;

/** A standby server: how far behind it is, who waits for it, and statements that read from it. */
export class WatchedReplica implements Replica {
  readonly name: string;
  readonly #pool: pg.Pool;
  readonly #connections: ConnectionPool;
  readonly #server: PolledServer<Standing>;
  readonly #maxLagMs: number;
  /** When the first look at it began. */
  readonly #begun = performance.now();
  /** Everything that was committed before this moment can be read here. */
  #showsUntil = Number.NEGATIVE_INFINITY;
  #replayed = 0;
  /** Since when it has been near enough to the primary; null while it is not. */
  #nearSince: number | null = null;
  #wasNear = false;
  #isForeign = false;
  #look: Promise<void> | null = null;
  readonly #driver: Driver;
  readonly #given: Given;
  readonly #waiting = new Set<{ position: number; done: () => void }>();
  #looking = false;

  constructor(url: string, config: DatabaseConfig, maxLagMs: number, driver: Driver, given: Given) {
    const { host, pathname } = new URL(url);
    this.name = host + pathname;
    this.#maxLagMs = maxLagMs;
    const limits = requestLimits(config);
    this.#driver = driver;
    this.#given = given;
    const { Client } = driver;
    this.#pool = new pg.Pool({ ...driverOptions(config), Client, connectionString: url, max: config.databasePool });
    // Whoever uses a connection gets its error as well.
    this.#pool.on('error', () => {}).on('connect', (client) => client.on('error', () => {}));
    this.#connections = new ConnectionPool(this.#pool, limits, given, driver);
    const connect = () => new pg.Client({ connectionString: url, connectionTimeoutMillis: limits.connect });
    this.#server = new PolledServer(connect, standing, maxLagMs, () => {});
  }

  get lagMs(): number {
    return performance.now() - this.#showsUntil;
  }

  get isUsed(): boolean {
    return this.#nearSince !== null && this.#nearSince <= performance.now() && this.lagMs <= this.#maxLagMs;
  }

  /** Whether it follows another primary than that of `databaseUrl`. */
  get isForeign(): boolean {
    return this.#isForeign;
  }

  async all<Row>(
    statement: PreparedStatement<Row>,
    values: readonly SqlValue[],
    options?: QueryOptions,
  ): Promise<Row[]> {
    const query = () => this.#driver.prepared(statement, values);
    try {
      const read = this.#connections.read<{ rows: Row[] }>(query(), options).catch((error: unknown) => {
        if (!isOutdated(error)) throw error;
        return this.#connections.readAnew<{ rows: Row[] }>(query(), options);
      });
      return (await read).rows;
    } catch (error) {
      const cause = unavailabilityIn(error);
      if (!cause) throw error;
      throw (error as { code?: unknown }).code === tooLong
        ? this.#given.failures.unavailable(cause)
        : new ReplicaFailed('a replica failed', { cause: error });
    }
  }

  /** Looks how far it is. @param samples of the primary, the latest last */
  look(samples: readonly Sample[]): Promise<void> {
    return (this.#look ??= this.#lookNow(samples).finally(() => (this.#look = null)));
  }

  async #lookNow(samples: readonly Sample[]): Promise<void> {
    let found: Standing;
    try {
      found = await this.#server.query();
    } catch {
      this.#judge();
      // Whoever reads from it now reads from the primary instead.
      if (this.#nearSince === null) this.#connections.closeAll();
      return;
    }
    const newest = samples.at(-1);
    this.#isForeign = newest !== undefined && newest.system !== found.system;
    // A server that takes writes is no standby of the primary.
    if (found.replayed === null || this.#isForeign) this.#showsUntil = Number.NEGATIVE_INFINITY;
    else this.#reached(found.replayed, samples);
    this.#judge();
  }

  /**
   * Waits until it shows everything up to a position, for at most the longest lag: by then, it shows it or no process
   * reads from it. It is not waited for while it is so far behind that no process does.
   */
  reaches(position: number): Promise<void> {
    if (this.#replayed >= position || !this.isWaitedFor) return Promise.resolve();
    return new Promise((resolve) => {
      const waiting = {
        position,
        done: () => {
          clearTimeout(timer);
          this.#waiting.delete(waiting);
          resolve();
        },
      };
      const timer = setTimeout(waiting.done, this.#maxLagMs);
      this.#waiting.add(waiting);
      if (!this.#looking) void this.#lookOften();
    });
  }

  /**
   * Whether another process may read from it, which may know a bit earlier or later how far it is behind. While this process
   * has not looked for long enough to know, it has to be assumed.
   */
  get isWaitedFor(): boolean {
    return Math.min(this.lagMs, performance.now() - this.#begun) <= 2 * this.#maxLagMs;
  }

  async close(): Promise<void> {
    this.#server.close();
    for (const { done } of this.#waiting) done();
    this.#connections.closeAll();
    await this.#pool.end();
  }

  /** Looks again and again while somebody waits. */
  async #lookOften(): Promise<void> {
    this.#looking = true;
    for (let pauseMs = 1; this.#waiting.size > 0; pauseMs = Math.min(2 * pauseMs, longestPauseMs)) {
      const found = await this.#server.query().catch(() => null);
      if (found?.replayed != null && !this.#isForeign) this.#note(found.replayed);
      await pause(pauseMs);
    }
    this.#looking = false;
  }

  #reached(replayed: number, samples: readonly Sample[]): void {
    this.#note(replayed);
    const shown = samples.findLast(({ written }) => written <= replayed);
    if (shown) this.#showsUntil = shown.at;
  }

  #note(replayed: number): void {
    this.#replayed = replayed;
    for (const { position, done } of this.#waiting) if (position <= replayed) done();
  }

  #judge(): void {
    if (this.lagMs > this.#maxLagMs) this.#nearSince = null;
    // It is read from at once when the service starts, and with a delay when it has been left out.
    else this.#nearSince ??= performance.now() + (this.#wasNear ? returnsAfterMs : 0);
    this.#wasNear ||= this.#nearSince !== null;
  }
}
