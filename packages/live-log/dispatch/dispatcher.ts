import type { Announcer } from '../notifications/announcer.ts';
import { Backlog } from './backlog.ts';
import { lastOf } from '../log/cursor.ts';
import type { Hearing, MakeEvent } from '../hearing/deliver.ts';
import { Listeners } from '../hearing/listeners.ts';
import type { Listener } from '../hearing/listeners.ts';
import type { EventLog, LoggedEvent, Logger, LogPosition, Placed, ReadLog } from '../log/event-log.ts';

/** The number of events that are read from the log at a time. */
const mostRead = 500;
/** Milliseconds between two polls of the log, even without notifications: with listeners, and without any. */
const tickMs = 1000;
const idleTickMs = 5000;

/**
 * Dispatches the events of the log to the listeners of this process, one after the other. It polls the log when it is
 * notified, and also every second, so a lost notification (a process killed after its commit, no Redis) delays an event
 * but never loses it.
 */
export class Dispatcher<Event extends LoggedEvent, Who, Happened> {
  readonly #log: EventLog<Event>;
  readonly #logger: Logger;
  /** Notifies other processes, if there are any. */
  announcer: Announcer<Event, Who> | null = null;
  readonly #listeners = new Listeners<Who>();
  /** Everything up to this position has been read from the log, or was there before the first listener. */
  #taken = 0;
  readonly #backlog: Backlog<Event, Who, Happened>;
  #pass: Promise<void> | null = null;
  #again = false;
  #position: Promise<LogPosition> | null = null;
  #nextPosition: Promise<LogPosition> | null = null;
  #tick: NodeJS.Timeout | undefined;
  #stopped = false;
  #failing = false;
  /** Ends all subscriptions of this process, because events that were delivered, or should have been, have been lost. */
  readonly #endAll: () => void;
  #epoch = '';

  /**
   * @param make makes an event, with its cursor, from what happened at a position of the log
   * @param endAll ends all subscriptions of this process, whose cursors have expired
   */
  constructor(
    log: EventLog<Event>,
    hearing: Hearing<Event, Who, Happened>,
    logger: Logger,
    make: MakeEvent<Happened>,
    endAll: () => void,
  ) {
    this.#log = log;
    this.#logger = logger;
    this.#backlog = new Backlog(log, hearing, logger, this.#listeners, make, () => this.announcer);
    this.#endAll = endAll;
    this.#schedule();
  }

  /** The epoch of the cursors of this process. It is empty until the log was read for the first time. */
  get epoch(): string {
    return this.#epoch;
  }

  /** Polls the log soon. Several calls result in one poll. */
  wake(): void {
    if (this.#stopped || (this.#listeners.size === 0 && !this.announcer)) return;
    this.#look();
  }

  /** Takes note that the log reaches this position. */
  notify(seq: number): void {
    if (seq > this.#taken) this.wake();
  }

  /**
   * Adds a listener that knows the log up to a position. It is offered the events after the returned position, which is
   * the same or a later one, and reads those in between from the log.
   */
  add(listener: Listener<Who>, known: number): number {
    const first = this.#listeners.size === 0;
    if (first) this.#taken = Math.max(this.#taken, known);
    this.#listeners.add(listener);
    if (first) this.#schedule();
    this.wake();
    return Math.max(this.#taken, known);
  }

  remove(listener: Listener<Who>): void {
    this.#listeners.remove(listener);
    if (this.#listeners.size === 0) this.#backlog.clear();
  }

  /**
   * The current position of the log, which includes everything committed before the call. Concurrent calls share a
   * look-up.
   */
  position(): Promise<LogPosition> {
    // A look-up in progress may have started before a change that the caller already knows of.
    this.#nextPosition ??= Promise.allSettled([this.#position]).then(() => {
      this.#position = this.#nextPosition;
      this.#nextPosition = null;
      return this.#readPosition();
    });
    return this.#nextPosition;
  }

  /** Seconds for which the oldest event has waited that is not delivered here yet; 0 when none waits. */
  async lag(): Promise<number> {
    const upTo =
      this.#listeners.size === 0 ? Number.MAX_SAFE_INTEGER : (this.#backlog.first?.seq ?? this.#taken + 1) - 1;
    return this.#log.lag(upTo);
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#tick);
    await Promise.allSettled([this.#pass, this.#position, this.#nextPosition]);
  }

  async #readPosition(): Promise<LogPosition> {
    if ((await this.#number()) > 0) this.wake();
    const position = await this.#log.position();
    if (!position) throw new Error('the log of live events has no row');
    await this.#log.settled();
    return position;
  }

  #schedule(): void {
    clearTimeout(this.#tick);
    if (this.#stopped) return;
    const every = this.#listeners.size === 0 ? idleTickMs : tickMs;
    this.#tick = setTimeout(
      () => {
        this.#look();
        this.#schedule();
      },
      every * (0.75 + Math.random() / 2),
    ).unref();
  }

  #look(): void {
    if (this.#pass) {
      this.#again = true;
      return;
    }
    this.#pass = this.#run().finally(() => {
      this.#pass = null;
      // A notification came after the last poll.
      if (this.#again && !this.#failing && !this.#stopped) this.#look();
    });
  }

  async #run(): Promise<void> {
    try {
      do {
        this.#again = false;
        while (!this.#stopped && (await this.#takeSome()));
      } while (this.#again && !this.#stopped);
      this.#failing = false;
    } catch (error) {
      // The next tick tries again. The failure is logged once until the database is back.
      if (!this.#failing && !this.#stopped) this.#logger.warn({ err: error }, 'live events wait for the database');
      this.#failing = true;
    }
  }

  /** Polls the log once, and returns whether there may be more. */
  async #takeSome(): Promise<boolean> {
    await this.#backlog.deliver();
    if (this.#listeners.size === 0) {
      await this.#number();
      return false;
    }
    const before = this.#taken;
    const log = await this.#log.read(before, mostRead);
    const read = await this.#ofEpoch(log);
    // The log goes back to an earlier position, and there are no listeners any more.
    if (this.#taken < before) return false;
    this.#announce(read.filter(({ numbered }) => numbered));
    const mine = read.filter(({ seq }) => seq > before && seq <= before + mostRead);
    const isGap = mine[0] ? mine[0].seq > before + 1 : log.lastSeq > before;
    if (isGap && (await this.#isPruned(before))) return true;
    // A listener that was added in the meantime knows a later position already, and reads these events from the log.
    this.#taken = Math.max(this.#taken, mine.at(-1)?.seq ?? 0);
    this.#backlog.fill(mine);
    // Whoever learns of an event can read what has happened, also from a replica.
    if (mine.length > 0) await this.#log.settled();
    await this.#backlog.deliver();
    return read.length > mine.length || mine.length === mostRead;
  }

  /** Gives the waiting events their positions, publishes them, and returns how many got one. */
  async #number(): Promise<number> {
    if (!this.announcer) {
      const { epoch, count } = await this.#log.number();
      await this.#ofEpoch({ epoch, events: [] });
      return count;
    }
    const numbered = await this.#ofEpoch(await this.#log.readNumbered());
    this.#announce(numbered);
    return numbered.length;
  }

  /**
   * The events that were read from the log. If it has begun another epoch, and events were lost that this process has delivered,
   * all subscriptions end: their readers resume after what is left, or learn that their cursors have expired.
   */
  async #ofEpoch({ epoch, events }: Pick<ReadLog<Event>, 'epoch' | 'events'>): Promise<Placed<Event>[]> {
    if (epoch === this.#epoch) return events;
    const former = this.#epoch;
    // Another poll that ends in the meantime must not find the same change.
    this.#epoch = epoch;
    if (former === '') return events;
    const position = await this.#log.position().catch((error: unknown) => {
      this.#epoch = former;
      throw error;
    });
    const kept = position?.former.find((one) => one.startsWith(`${former}:`));
    if (kept !== undefined && lastOf(kept) >= this.#taken) return events;
    this.#logger.warn({ taken: this.#taken, left: kept ? lastOf(kept) : null }, 'the database was restored');
    this.#taken = 0;
    this.#backlog.clear();
    this.#endAll();
    return events;
  }

  /**
   * Whether events after this position have been deleted before they were read here. All subscriptions end then, because any
   * of the events may have been for any of them: their readers resume, or learn that their cursors have expired.
   */
  async #isPruned(taken: number): Promise<boolean> {
    const prunedSeq = (await this.#log.position())?.prunedSeq ?? 0;
    if (prunedSeq <= taken) return false;
    this.#logger.warn({ taken, prunedSeq }, 'live events were deleted before they were delivered');
    this.#taken = Math.max(this.#taken, prunedSeq);
    this.#endAll();
    return true;
  }

  #announce(numbered: readonly Event[]): void {
    if (numbered.length > 0) this.announcer?.announce(numbered);
  }
}
