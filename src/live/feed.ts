import { Failure } from '../errors.ts';
import type { Listener } from './listeners.ts';
import type { Interest, LiveEvent, LiveFeed } from './live.ts';

/** Most events that wait for one reader. */
export const mostWaiting = 1000;

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** Events that were missed, in order, page by page; null when there are no more. */
export type Missed = () => Promise<LiveEvent[] | null>;

/** What one subscription hears: what it missed, read from the log as it is taken, then what it is offered. */
export class Feed implements LiveFeed, Listener {
  readonly viewerId: number;
  readonly interest: Interest;
  readonly topics: readonly string[];
  /** What it is offered up to here comes from the log. */
  since = Number.MAX_SAFE_INTEGER;
  readonly #ended: () => void;
  #missed: Missed | null = null;
  /** What was read of that and not yet taken. */
  #page: LiveEvent[] = [];
  #waiting: LiveEvent[] = [];
  #taker: PromiseWithResolvers<IteratorResult<LiveEvent>> | null = null;
  #over = false;
  #failure: Error | null = null;

  /** @param ended called once when it ends, by either side */
  constructor(viewerId: number, interest: Interest, topics: readonly string[], ended: () => void) {
    this.viewerId = viewerId;
    this.interest = interest;
    this.topics = topics;
    this.#ended = ended;
  }

  get over(): boolean {
    return this.#over;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Gives it what was missed before `since`. */
  replay(missed: Missed): void {
    this.#missed = missed;
  }

  offer(event: LiveEvent, seq: number): void {
    if (this.#over || seq <= this.since) return;
    if (this.#taker && !this.#missed) {
      this.#taker.resolve({ done: false, value: event });
      this.#taker = null;
      return;
    }
    this.#waiting.push(event);
    if (this.#waiting.length > mostWaiting) this.fail(new Failure('TOO_SLOW'));
  }

  /** Ends it: who reads gets the error. */
  fail(error: Error): void {
    if (this.#over) return;
    this.#failure = error;
    this.#end();
  }

  next(): Promise<IteratorResult<LiveEvent>> {
    if (this.#missed) return this.#nextMissed(this.#missed);
    const event = this.#waiting.shift();
    if (event) return Promise.resolve({ done: false, value: event });
    if (this.#over) return this.#last();
    this.#taker ??= Promise.withResolvers();
    return this.#taker.promise;
  }

  return(): Promise<IteratorResult<LiveEvent>> {
    this.#end();
    return Promise.resolve(done);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #nextMissed(missed: Missed): Promise<IteratorResult<LiveEvent>> {
    const event = this.#page.shift();
    if (event) return { done: false, value: event };
    try {
      const page = await missed();
      if (this.#over) return await this.#last();
      if (page) this.#page = page;
      else this.#missed = null;
    } catch (error) {
      this.fail(error as Error);
    }
    return this.next();
  }

  #last(): Promise<IteratorResult<LiveEvent>> {
    const failure = this.#failure;
    this.#failure = null;
    return failure ? Promise.reject(failure) : Promise.resolve(done);
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#missed = null;
    this.#waiting = [];
    this.#page = [];
    this.#ended();
    const taker = this.#taker;
    this.#taker = null;
    if (taker) this.#last().then(taker.resolve, taker.reject);
  }
}
