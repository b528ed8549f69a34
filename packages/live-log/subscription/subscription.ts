import type { Listener, LiveEvent } from '../hearing/listeners.ts';

/** The events of one subscription: first the missed ones, then new ones, in the order of the log, each once. */
export interface Feed<Happened> extends AsyncIterableIterator<LiveEvent<Happened>> {
  /**
   * The number of events that wait to be taken. When they are too many, the subscription ends: `next` rejects with the fault
   * `tooSlow`, and the reader can resume after its last cursor. It rejects with `expired` when events that are
   * still to be replayed have been pruned.
   */
  readonly waiting: number;
  /**
   * Discards the waiting events and reads them from the log when they are taken. This is for slow readers, who must not
   * see what has become invisible to them in the meantime.
   */
  refresh(): void;
  /** Ends the subscription. `next` then returns `done`, and nothing more is kept for it. */
  return(): Promise<IteratorResult<LiveEvent<Happened>>>;
}

/** How many events may wait for one reader, and what it receives when more would. */
export interface WaitingLimit {
  readonly mostWaiting: number;
  tooSlow(): Error;
}

const done: IteratorReturnResult<undefined> = { done: true, value: undefined };

/** An event and its position in the log. */
type Numbered<Happened> = readonly [seq: number, event: LiveEvent<Happened>];

/** A part of the log, as one listener may see it. */
export interface ReplayPage<Happened> {
  events: Numbered<Happened>[];
  /** The position at which it ends. */
  upTo: number;
}

/** Reads the next events after a position, up to those that the subscription is offered; null when there are no more. */
type ReadMissed<Happened> = (after: number) => Promise<ReplayPage<Happened> | null>;

/**
 * The events of one subscription: first the missed ones, which are read from the log as the reader takes them, then
 * those that it is offered.
 */
export class Subscription<Who, Happened> implements Feed<Happened>, Listener<Who> {
  readonly who: Who;
  readonly topics: readonly string[];
  /** Events that are offered up to this position are read from the log instead. */
  since = Number.MAX_SAFE_INTEGER;
  readonly #ended: () => void;
  readonly #readMissed: ReadMissed<Happened>;
  readonly #limit: WaitingLimit;
  /** Everything up to this position has been taken, or was not for this listener. */
  #at: number;
  /** Whether there may be events to read from the log. */
  #behind = false;
  /** The events that were read from the log and not yet taken. */
  #page: ReplayPage<Happened> = { events: [], upTo: 0 };
  #waiting: Numbered<Happened>[] = [];
  #taker: PromiseWithResolvers<IteratorResult<LiveEvent<Happened>>> | null = null;
  #over = false;
  #failure: Error | null = null;

  /**
   * @param after the position after which the subscription begins
   * @param ended called once when the subscription ends, by either side
   */
  constructor(
    who: Who,
    topics: readonly string[],
    after: number,
    limit: WaitingLimit,
    readMissed: ReadMissed<Happened>,
    ended: () => void,
  ) {
    this.who = who;
    this.#limit = limit;
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

  offer(event: LiveEvent<Happened>, seq: number): void {
    if (this.#over || seq <= this.since) return;
    if (this.#taker && !this.#behind) {
      this.#at = seq;
      this.#taker.resolve({ done: false, value: event });
      this.#taker = null;
      return;
    }
    this.#waiting.push([seq, event]);
    if (this.#waiting.length > this.#limit.mostWaiting) this.fail(this.#limit.tooSlow());
  }

  /** Ends the subscription with an error, which the reader receives. */
  fail(error: Error): void {
    if (this.#over) return;
    this.#failure = error;
    this.#end();
  }

  next(): Promise<IteratorResult<LiveEvent<Happened>>> {
    if (this.#behind) return this.#nextMissed();
    const next = this.#waiting.shift();
    if (next) return Promise.resolve(this.#take(next));
    if (this.#over) return this.#last();
    this.#taker ??= Promise.withResolvers();
    return this.#taker.promise;
  }

  return(): Promise<IteratorResult<LiveEvent<Happened>>> {
    this.#end();
    return Promise.resolve(done);
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async #nextMissed(): Promise<IteratorResult<LiveEvent<Happened>>> {
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

  #take([seq, event]: Numbered<Happened>): IteratorResult<LiveEvent<Happened>> {
    this.#at = seq;
    return { done: false, value: event };
  }

  #last(): Promise<IteratorResult<LiveEvent<Happened>>> {
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
