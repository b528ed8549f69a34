import type { PoolClient } from 'pg';
import { CallerGone, ConnectionLost } from './unavailable.ts';
import type { Caller } from './unavailable.ts';
import type { StatementWatch } from './statement-watch.ts';
import type { Watch, Watched } from '../watch.ts';

/** Milliseconds between two looks at what is under way. */
export const lookMs = 250;
/** Milliseconds that a statement goes on after its caller has hung up: most end by themselves within them. */
const goesOnMs = 500;

/** What runs: a query of the driver's, or its text and values. */
export type Runnable = object;

/** Called back with what the driver says. */
type Done<Result> = (error: Error | null, result: Result) => void;

/** The driver's `query`, with a callback. */
interface Runner<Result> {
  query(query: Runnable, done: (error: (Error & { severity?: string }) | null, result: Result) => void): unknown;
}

/**
 * A connection of the pool, lent for a statement or a transaction. It is closed instead of being given back when it
 * breaks, gives no answer in time, or works for a caller who has hung up: the server then stops what it was doing.
 */
export class LentConnection implements Watched {
  place = -1;
  readonly #client: PoolClient;
  readonly #lent: Watch<Watched>;
  readonly #answerMs: number;
  readonly #heard: StatementWatch;
  #caller: Caller | undefined;
  #broken: Error | null = null;
  /** Statements that were sent and not answered. */
  #underWay = 0;
  /** Looks at the one of them that runs. */
  #looks = 0;

  /**
   * @param lent what is lent: this one is in there until it is given back
   * @param heard hears of each statement
   */
  constructor(
    client: PoolClient,
    lent: Watch<Watched>,
    answerMs: number,
    caller: Caller | undefined,
    heard: StatementWatch,
  ) {
    this.#client = client;
    this.#lent = lent;
    this.#answerMs = answerMs;
    this.#caller = caller;
    this.#heard = heard;
    lent.add(this);
  }

  /** The driver's connection, for what only that can do. */
  get client(): PoolClient {
    return this.#client;
  }

  /** Whether it can't be used any more. */
  get broken(): boolean {
    return this.#broken !== null;
  }

  /** Runs a query. @throws CallerGone, ConnectionLost, or what the driver says */
  run<Result>(query: Runnable): Promise<Result> {
    return new Promise((resolve, reject) => {
      this.start<Result>(query, (error, result) => (error ? reject(error) : resolve(result)));
    });
  }

  /** The same, with a callback. */
  start<Result>(query: Runnable, done: Done<Result>): void {
    const none = undefined as Result;
    if (this.#caller?.gone) return done(new CallerGone(), none);
    if (this.#broken) return done(this.#broken, none);
    this.#looks = 0;
    this.#underWay++;
    const begun = performance.now();
    const caller = this.#caller;
    (this.#client as unknown as Runner<Result>).query(query, (error, result) => {
      this.#looks = 0;
      this.#underWay--;
      this.#heard.ran(query, begun, error !== null, caller);
      if (!error) return done(null, result);
      // After an error of a statement the connection is as good as before; after any other it is lost.
      if (error.severity !== 'ERROR') this.#broken ??= error;
      done(this.#broken ?? error, none);
    });
  }

  /** Runs what ends a transaction, whether or not somebody waits for it. */
  finish(text: 'commit' | 'rollback'): Promise<unknown> {
    this.#caller = undefined;
    return this.run({ text });
  }

  /** Gives it back to the pool, or closes it when it is broken. */
  giveBack(): void {
    if (this.#lent.remove(this)) this.#client.release(this.#broken ?? undefined);
  }

  /** Closes it, now. */
  close(reason: Error): void {
    this.#broken ??= reason;
    this.giveBack();
  }

  check(): void {
    if (this.#underWay === 0) return;
    const elapsedMs = this.#looks++ * lookMs;
    if (elapsedMs > this.#answerMs) this.close(new ConnectionLost('PostgreSQL gave no answer in time'));
    else if (elapsedMs > goesOnMs && this.#caller?.gone) this.close(new CallerGone());
  }
}
