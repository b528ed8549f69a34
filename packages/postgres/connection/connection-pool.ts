import type { Pool } from 'pg';
import { PooledConnection, lookMs } from './pooled-connection.ts';
import type { Runnable } from './pooled-connection.ts';
import type { Driver } from './driver.ts';
import type { Read, ReadGroups } from './read-groups.ts';
import { unhurriedLimits } from './time-limits.ts';
import type { TimeLimits } from './time-limits.ts';
import { ConnectionLost, isUndone } from './connection-errors.ts';
import type { Failures, Given, Watch, Watched } from '../interface/given.ts';
import type { Caller, QueryOptions } from '../interface/query-options.ts';

/** What a pool is given. */
type PoolGiven = Pick<Given, 'bounds' | 'failures' | 'makeWatch' | 'observer'>;

/** Hands out the connections of a pool, with a limit on how many callers wait for one, and for how long. */
export class ConnectionPool {
  readonly pool: Pool;
  readonly #limits: TimeLimits;
  readonly #given: PoolGiven;
  /** The connections in use, and the waiting callers. */
  readonly #watch: Watch<PooledConnection | WaitingCaller>;
  readonly #reads: ReadGroups | null;
  /** The number of statements and transactions that wait for a connection. */
  #waiting = 0;

  constructor(pool: Pool, limits: TimeLimits, given: PoolGiven, driver: Pick<Driver, 'ReadGroups'>) {
    this.pool = pool;
    given.bounds.lent.watch(() => pool.totalCount);
    given.bounds.waiting.watch(() => this.#waiting);
    this.#limits = limits;
    this.#given = given;
    this.#watch = given.makeWatch(lookMs);
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
    const { OutcomeUnknown } = this.#given.failures;
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
    const { CallerGone } = this.#given.failures;
    const waiting = caller && new WaitingCaller(caller, refuse, CallerGone);
    if (waiting) this.#watch.add(waiting);
    this.pool.connect((error, client, release) => {
      this.#waiting -= statements;
      if (waiting) this.#watch.remove(waiting);
      if (error || !client) return refuse(error ?? new ConnectionLost('the pool has no connection'));
      if (caller?.gone) {
        release();
        return refuse(new CallerGone());
      }
      use(new PooledConnection(client, this.#watch, answerMs, caller, this.#given));
    });
  }
}

/** A caller that waits for a connection of the pool, for as long as its client waits for the answer. */
class WaitingCaller implements Watched {
  index = -1;
  readonly #caller: Caller;
  readonly #CallerGone: Failures['CallerGone'];
  /** Refuses the caller. This has no effect once it has got a connection. */
  readonly close: (error: Error) => void;

  constructor(caller: Caller, refuse: (error: Error) => void, CallerGone: Failures['CallerGone']) {
    this.#caller = caller;
    this.#CallerGone = CallerGone;
    this.close = refuse;
  }

  check(): void {
    if (this.#caller.gone) this.close(new this.#CallerGone());
  }
}
