import { Failure } from '../../errors.ts';
import type { Listener } from './listeners.ts';
import type { Interest, LiveEvent, LiveSubscription } from './live.ts';
import { declareBound } from '../../platform/bounds.ts';

/** The largest number of events that wait for one reader. */
export const eventsWaiting = declareBound(import.meta.url, {
  name: 'events_waiting',
  holds: 'events that wait for one subscriber',
  limit: 1000,
  unit: 'events',
  share: 'It is one subscriber’s own.',
  beyond: 'The connection is closed with TOO_SLOW, and the subscriber can resume with the last cursor.',
});

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** An event and its position in the log. */
type Numbered = readonly [seq: number, event: LiveEvent];

/** A part of the log, as one listener may see it. */
export interface ReplayPage {
  events: Numbered[];
  /** The position at which it ends. */
  upTo: number;
}

/** Reads the next events after a position, up to those that the subscription is offered; null when there are no more. */
type ReadMissed = (after: number) => Promise<ReplayPage | null>;

/**
 * The events of one subscription: first the missed ones, which are read from the log as the reader takes them, then
 * those that it is offered.
 */
export class Subscription implements LiveSubscription, Listener {
  readonly viewerId: number;
  readonly interest: Interest;
  readonly topics: readonly string[];
  /** Events that are offered up to this position are read from the log instead. */
  since = Number.MAX_SAFE_INTEGER;
  readonly #ended: () => void;
  readonly #readMissed: ReadMissed;
  /** Everything up to this position has been taken, or was not for this listener. */
  #at: number;
  /** Whether there may be events to read from the log. */
  #behind = false;
  /** The events that were read from the log and not yet taken. */
  #page: ReplayPage = { events: [], upTo: 0 };
  #waiting: Numbered[] = [];
  #taker: PromiseWithResolvers<IteratorResult<LiveEvent>> | null = null;
  #over = false;
  #failure: Error | null = null;

  /**
   * @param after the position after which the subscription begins
   * @param ended called once when the subscription ends, by either side
   */
  constructor(
    viewerId: number,
    interest: Interest,
    topics: readonly string[],
    after: number,
    readMissed: ReadMissed,
    ended: () => void,
  ) {
    this.viewerId = viewerId;
    this.interest = interest;
    this.topics = topics;
    this.#at = after;
    this.#readMissed = readMissed;
    this.#ended = ended;
  }

  get over(): boolean {
    return this.#over;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** Makes the subscription read from the log first. */
  replay(): void {
    this.#behind = true;
  }

  refresh(): void {
    if (this.#over) return;
    this.#page = { events: [], upTo: this.#at };
    const last = this.#waiting.at(-1);
    if (!last) return;
    [this.since] = last;
    this.#waiting = [];
    this.#behind = true;
  }

  offer(event: LiveEvent, seq: number): void {
    if (this.#over || seq <= this.since) return;
    if (this.#taker && !this.#behind) {
      this.#at = seq;
      this.#taker.resolve({ done: false, value: event });
      this.#taker = null;
      return;
    }
    this.#waiting.push([seq, event]);
    if (this.#waiting.length > eventsWaiting.limit) this.fail(new Failure('TOO_SLOW'));
  }

  /** Ends the subscription with an error, which the reader receives. */
  fail(error: Error): void {
    if (this.#over) return;
    this.#failure = error;
    this.#end();
  }

  next(): Promise<IteratorResult<LiveEvent>> {
    if (this.#behind) return this.#nextMissed();
    const next = this.#waiting.shift();
    if (next) return Promise.resolve(this.#take(next));
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

  async #nextMissed(): Promise<IteratorResult<LiveEvent>> {
    const next = this.#page.events.shift();
    if (next) return this.#take(next);
    this.#at = Math.max(this.#at, this.#page.upTo);
    try {
      const page = await this.#readMissed(this.#at);
      if (this.#over) return await this.#last();
      if (page) this.#page = page;
      else this.#behind = false;
    } catch (error) {
      this.fail(error as Error);
    }
    return this.next();
  }

  #take([seq, event]: Numbered): IteratorResult<LiveEvent> {
    this.#at = seq;
    return { done: false, value: event };
  }

  #last(): Promise<IteratorResult<LiveEvent>> {
    const failure = this.#failure;
    this.#failure = null;
    return failure ? Promise.reject(failure) : Promise.resolve(done);
  }

  #end(): void {
    if (this.#over) return;
    this.#over = true;
    this.#behind = false;
    this.#waiting = [];
    this.#page = { events: [], upTo: 0 };
    this.#ended();
    const taker = this.#taker;
    this.#taker = null;
    if (taker) this.#last().then(taker.resolve, taker.reject);
  }
}
