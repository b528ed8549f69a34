import type { Pool } from 'pg';
import { PooledConnection, lookMs } from './pooled-connection.ts';
import type { Runnable } from './pooled-connection.ts';
import type { Driver } from './driver.ts';
import type { Read, ReadGroups } from './fast/index.ts';
import { serverSettings, unhurriedLimits } from './time-limits.ts';
import type { TimeLimits } from './time-limits.ts';
import { CallerGone, ConnectionLost, OutcomeUnknown, isUndone } from './unavailable.ts';
import type { Caller } from './unavailable.ts';
import type { StatementObserver } from './statement-observer.ts';
import { Watch } from '@runners/limits';
import type { Watched } from '@runners/limits';
import { declareBound } from '../bounds.ts';

const bounds = {
  lent: declareBound(import.meta.url, {
    name: 'database_connections',
    holds: 'open connections to the database',
    limit: '`DATABASE_POOL`',
    unit: 'connections',
    share: 'Statements take their turns within `requests_running` and the other gates, which have shares.',
    beyond: 'Statements and transactions wait for a connection, for at most a third of `DATABASE_TIMEOUT`.',
  }),
  waiting: declareBound(import.meta.url, {
    name: 'database_waiting',
    holds: 'statements and transactions that wait for a connection',
    limit: '64 times `DATABASE_POOL`, at least 256',
    unit: 'statements',
    share: 'Statements come from requests that a gate has let in, which has shares.',
    beyond: 'The request is answered with UNAVAILABLE (503 with `Retry-After`).',
  }),
};

/** For whom a statement runs, and how long it may take. */
export interface QueryOptions {
  /** Undefined if it runs to the end even when no client waits for it. */
  caller?: Caller | undefined;
  /** Allows the long time limits (`unhurriedLimits`), for work that no request waits for. */
  unhurried?: boolean;
  /** Whether the connection of a transaction forgets what it has prepared before. */
  forgets?: boolean;
}

/** SQL that sets the limits until the connection is closed, or with `set local`, until the transaction ends. */
export function settingLimits(limits: Parameters<typeof serverSettings>[0], set: 'set' | 'set local'): string {
  const settings = Object.entries(serverSettings(limits));
  return settings.map(([name, value]) => `${set} ${name} = ${value}`).join('; ');
}

/** Sets the unhurried limits until the transaction ends. */
export const setUnhurriedLocally = settingLimits(unhurriedLimits, 'set local');
/** Sets the unhurried limits until the connection is closed. */
export const setUnhurried = settingLimits(unhurriedLimits, 'set');

/** Hands out the connections of a pool, with a limit on how many callers wait for one, and for how long. */
export class ConnectionPool {
  readonly pool: Pool;
  readonly #limits: TimeLimits;
  readonly #observer: StatementObserver;
  /** The connections in use, and the waiting callers. */
  readonly #watch = new Watch<PooledConnection | WaitingCaller>(lookMs);
  readonly #reads: ReadGroups | null;
  /** The number of statements and transactions that wait for a connection. */
  #waiting = 0;

  constructor(pool: Pool, limits: TimeLimits, observer: StatementObserver, driver: Pick<Driver, 'ReadGroups'>) {
    this.pool = pool;
    bounds.lent.watch(() => pool.totalCount);
    bounds.waiting.watch(() => this.#waiting);
    this.#limits = limits;
    this.#observer = observer;
    this.#reads = driver.ReadGroups && new driver.ReadGroups((group, caller) => this.#runGroup(group, caller));
  }

  /**
   * Acquires a connection once one is free. @throws CallerGone, ConnectionLost when too many callers wait, or an error
   * of the driver
   */
  acquire(options: QueryOptions = {}): Promise<PooledConnection> {
    return new Promise((resolve, reject) => this.#connect(options, resolve, reject));
  }

  /**
   * Acquires a connection for one query.
   * @param writes whether it changes something; if the connection then breaks, it may have been done
   */
  run<Result>(query: Runnable, options: QueryOptions = {}, writes = false): Promise<Result> {
    return new Promise((resolve, reject) => {
      const use = (connection: PooledConnection) =>
        connection.start<Result>(query, (error, result) => {
          connection.release();
          if (error) reject(writes && connection.broken && !isUndone(error) ? new OutcomeUnknown(error) : error);
          else resolve(result);
        });
      this.#connect(options, use, reject);
    });
  }

  /** Runs a named statement that only reads, on a connection that other reads may use as well. */
  read<Result>(query: Read['query'], options: QueryOptions = {}): Promise<Result> {
    const reads = this.#reads;
    if (!reads) return this.run(query, options);
    const { caller } = options;
    return new Promise((resolve, reject) => {
      const done: Read['done'] = (error, result) => (error ? reject(error) : resolve(result as Result));
      reads.add({ query, caller, done });
    });
  }

  /** Runs a query that only reads on a connection that has forgotten what it had prepared. */
  async readAnew<Result>(query: Runnable, options?: QueryOptions): Promise<Result> {
    const connection = await this.acquire(options);
    try {
      await connection.run({ text: connection.forgetting() });
      return await connection.run<Result>(query);
    } finally {
      connection.release();
    }
  }

  /** Closes all connections that are still in use. */
  closeAll(): void {
    this.#watch.forEach((one) => one.close(new ConnectionLost('the database is being closed')));
  }

  #runGroup(group: readonly Read[], caller: Caller | undefined): void {
    this.#connect(
      { caller },
      (connection) => this.#reads?.run(group, connection),
      (error) => group.forEach(({ done }) => done(error, undefined)),
      group.length,
    );
  }

  #connect(
    { caller, unhurried }: QueryOptions,
    use: (connection: PooledConnection) => void,
    refuse: (error: Error) => void,
    statements = 1,
  ) {
    if (this.#waiting >= this.#limits.waiting)
      return refuse(new ConnectionLost('too many statements wait for a connection'));
    this.#waiting += statements;
    const answerMs = unhurried ? unhurriedLimits.answer : this.#limits.answer;
    const waiting = caller && new WaitingCaller(caller, refuse);
    if (waiting) this.#watch.add(waiting);
    this.pool.connect((error, client, release) => {
      this.#waiting -= statements;
      if (waiting) this.#watch.remove(waiting);
      if (error || !client) return refuse(error ?? new ConnectionLost('the pool has no connection'));
      if (caller?.gone) {
        release();
        return refuse(new CallerGone());
      }
      use(new PooledConnection(client, this.#watch, answerMs, caller, this.#observer));
    });
  }
}

/** A caller that waits for a connection of the pool, for as long as its client waits for the answer. */
class WaitingCaller implements Watched {
  index = -1;
  readonly #caller: Caller;
  /** Refuses the caller. This has no effect once it has got a connection. */
  readonly close: (error: Error) => void;

  constructor(caller: Caller, refuse: (error: Error) => void) {
    this.#caller = caller;
    this.close = refuse;
  }

  check(): void {
    if (this.#caller.gone) this.close(new CallerGone());
  }
}
