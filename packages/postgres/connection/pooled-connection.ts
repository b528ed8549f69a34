import type { PoolClient } from 'pg';
import { isUnconfirmed } from './hosts.ts';
import { socketOf } from './socket-of.ts';
import { ConnectionLost, isUndone } from './connection-errors.ts';
import type { Given, Watch, Watched } from '../interface/given.ts';
import type { Caller } from '../interface/query-options.ts';

/** Milliseconds between two checks of the connections in use. */
export const lookMs = 250;
/**
 * Milliseconds that a statement may continue after its client has disconnected. Most statements end within this time.
 */
const goesOnMs = 500;

/** The code of PostgreSQL for a write in a transaction that may only read. */
const readOnly = '25006';

/** A query of the driver, or its text and values. */
export type Runnable = object;

/** The callback for the result or error of the driver. */
type Done<Result> = (error: Error | null, result: Result) => void;

/** The method `query` of the driver, with a callback. */
interface Runner<Result> {
  query(
    query: Runnable,
    done: (error: (Error & { severity?: string; code?: string }) | null, result: Result) => void,
  ): unknown;
}

/**
 * A connection of the pool that is in use for a statement or a transaction. It is closed instead of returned to the
 * pool when it breaks, does not answer in time, or works for a client that has disconnected. The server then cancels
 * the statement.
 */
export class PooledConnection implements Watched {
  index = -1;
  readonly #client: PoolClient;
  readonly #inUse: Watch<Watched>;
  readonly #answerMs: number;
  readonly #given: Pick<Given, 'failures' | 'observer'>;
  #caller: Caller | undefined;
  #broken: Error | null = null;
  /** The number of statements that were sent and not answered. */
  #underWay = 0;
  /** When the last answer came, by `performance.now()`. */
  #answered = 0;
  /** The number of checks of the running statement. */
  #looks = 0;

  /**
   * @param inUse the connections in use, which contain this one until it is released
   * @param given what is called after each statement, and the errors that callers get to see
   */
  constructor(
    client: PoolClient,
    inUse: Watch<Watched>,
    answerMs: number,
    caller: Caller | undefined,
    given: Pick<Given, 'failures' | 'observer'>,
  ) {
    this.#client = client;
    this.#inUse = inUse;
    this.#answerMs = answerMs;
    this.#caller = caller;
    this.#given = given;
    inUse.add(this);
  }

  /** The connection of the driver, for what only the driver offers. */
  get client(): PoolClient {
    return this.#client;
  }

  /** Whether it can no longer be used. */
  get broken(): boolean {
    return this.#broken !== null;
  }

  /** SQL that lets a connection on which nothing is under way forget what it has prepared. The driver forgets it now. */
  forgetting(): string {
    const { connection } = this.#client as unknown as { connection: { parsedStatements: object } };
    const names = Object.keys(connection.parsedStatements);
    connection.parsedStatements = {};
    // Through a pooler, nothing has a name here, and names may belong to other clients.
    return names.length > 0 ? 'deallocate all; discard plans' : 'discard plans';
  }

  /** Runs a query. @throws CallerGone, ConnectionLost, or an error of the driver */
  run<Result>(query: Runnable): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.start<Result>(query, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }

  /**
   * Starts a query with a callback. Several queries may be started, and are answered in this order.
   * @param took is called with the milliseconds from the start, or from the answer before, to the answer
   */
  start<Result>(query: Runnable, done: Done<Result>, caller = this.#caller, took?: (ms: number) => void): void {
    const none = undefined as Result;
    if (caller?.gone) return done(new this.#given.failures.CallerGone(), none);
    if (this.#broken) return done(this.#broken, none);
    this.#looks = 0;
    this.#underWay++;
    const begun = performance.now();
    (this.#client as unknown as Runner<Result>).query(query, (error, result) => {
      this.#looks = 0;
      this.#underWay--;
      const from = Math.max(begun, this.#answered);
      this.#given.observer.ended(query, from, error !== null, caller);
      this.#answered = performance.now();
      took?.(this.#answered - from);
      if (!error && isUnconfirmed(this.#client)) {
        this.#broken ??= new ConnectionLost('the standby has not confirmed a commit in time');
        return done(new this.#given.failures.OutcomeUnknown(this.#broken), none);
      }
      if (!error) return done(null, result);
      // The connection can be used after an error of a statement. After any other error, it is lost; so is one to a server
      // that has become a standby.
      if (!isUndone(error) || error.code === readOnly) this.#broken ??= error;
      done(this.#broken ?? error, none);
    });
  }

  /** Writes the queries that `start` starts in one part. */
  together(start: () => void): void {
    const stream = socketOf(this.#client);
    stream.cork();
    start();
    stream.uncork();
  }

  /**
   * Commits a transaction, even if no client waits for it.
   * @throws OutcomeUnknown when the connection breaks once the commit was sent; an error of the database, or of the
   * connection if it broke before, when nothing was committed
   */
  async commit(): Promise<void> {
    this.#caller = undefined;
    if (this.#broken) throw this.#broken;
    let command: string;
    try {
      ({ command } = await this.run<{ command: string }>({ text: 'commit' }));
    } catch (error) {
      throw this.#broken && !isUndone(error) ? new this.#given.failures.OutcomeUnknown(error) : error;
    }
    // The server answers so when a statement had failed, and its error was caught.
    if (command === 'ROLLBACK')
      throw new Error('the transaction was rolled back, because one of its statements failed');
  }

  /** Rolls a transaction back, even if no client waits for it. */
  async rollback(): Promise<void> {
    this.#caller = undefined;
    await this.run({ text: 'rollback' });
  }

  /** Returns it to the pool, or closes it when it is broken. */
  release(): void {
    if (!this.#inUse.remove(this)) return;
    // Otherwise the driver waits for all answers before it closes the connection.
    if (this.#broken && this.#underWay > 0) socketOf(this.#client).destroy();
    this.#client.release(this.#broken ?? undefined);
  }

  /** Closes it immediately. */
  close(reason: Error): void {
    this.#broken ??= reason;
    this.release();
  }

  check(): void {
    if (this.#underWay === 0) return;
    const elapsedMs = this.#looks++ * lookMs;
    if (elapsedMs > this.#answerMs) this.close(new ConnectionLost('PostgreSQL gave no answer in time'));
    else if (elapsedMs > goesOnMs && this.#caller?.gone) this.close(new this.#given.failures.CallerGone());
  }
}
