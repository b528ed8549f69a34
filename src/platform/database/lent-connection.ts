import type { PoolClient } from 'pg';
import { CallerGone, ConnectionLost } from './unavailable.ts';
import type { Caller } from './unavailable.ts';
import type { StatementWatch, Watched } from './statement-watch.ts';

/** Milliseconds that a statement goes on after its caller has hung up: most end by themselves within them. */
const goesOnMs = 500;

/** What runs: a query of the driver's, or its text and values. */
export type Runnable = object;

/** The driver's `query`, with a callback. */
interface Runner<Result> {
  query(query: Runnable, done: (error: (Error & { severity?: string }) | null, result: Result) => void): unknown;
}

/**
 * A connection of the pool, lent for a statement or a transaction. It is closed instead of being given back when it
 * breaks, gives no answer in time, or works for a caller who has hung up: the server then stops what it was doing.
 */
export class LentConnection {
  readonly #client: PoolClient;
  readonly #watch: StatementWatch;
  readonly #answerMs: number;
  readonly #lent: Set<LentConnection>;
  #caller: Caller | undefined;
  #broken: Error | null = null;

  /** @param lent those that are lent: this one is in there until it is given back */
  constructor(
    client: PoolClient,
    lent: Set<LentConnection>,
    watch: StatementWatch,
    answerMs: number,
    caller: Caller | undefined,
  ) {
    this.#client = client;
    this.#lent = lent.add(this);
    this.#watch = watch;
    this.#answerMs = answerMs;
    this.#caller = caller;
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
      if (this.#caller?.gone) return reject(new CallerGone());
      if (this.#broken) return reject(this.#broken);
      const since = performance.now();
      const watched: Watched = { check: (now) => this.#check(now - since) };
      this.#watch.add(watched);
      (this.#client as unknown as Runner<Result>).query(query, (error, result) => {
        this.#watch.remove(watched);
        if (!error) return resolve(result);
        // After an error of a statement the connection is as good as before; after any other it is lost.
        if (error.severity !== 'ERROR') this.#broken ??= error;
        reject(this.#broken ?? error);
      });
    });
  }

  /** Runs what ends a transaction, whether or not somebody waits for it. */
  finish(text: 'commit' | 'rollback'): Promise<unknown> {
    this.#caller = undefined;
    return this.run({ text });
  }

  /** Gives it back to the pool, or closes it when it is broken. */
  giveBack(): void {
    if (this.#lent.delete(this)) this.#client.release(this.#broken ?? undefined);
  }

  /** Closes it, now. */
  close(reason: Error): void {
    this.#broken ??= reason;
    this.giveBack();
  }

  #check(elapsedMs: number): void {
    if (elapsedMs > this.#answerMs) this.close(new ConnectionLost('PostgreSQL gave no answer in time'));
    else if (elapsedMs > goesOnMs && this.#caller?.gone) this.close(new CallerGone());
  }
}
