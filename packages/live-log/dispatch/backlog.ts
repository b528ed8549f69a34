import type { Announcer } from '../notifications/announcer.ts';
import { deliver } from '../hearing/deliver.ts';
import type { Deliveries, Hearing, MakeEvent } from '../hearing/deliver.ts';
import { fewAtOnce } from './few-at-once.ts';
import type { Listeners } from '../hearing/listeners.ts';
import type { EventLog, LoggedEvent, Logger } from '../log/event-log.ts';

/** The number of events that are loaded together. */
const loadedTogether = 100;
/** How often an event is tried that cannot be loaded although the database answers. */
const mostTries = 30;

/**
 * The events that were read from the log and are not delivered yet. They are delivered in the order of the log. Those of a
 * kind are loaded together, so that the number of statements does not grow with the number of events that wait.
 */
export class Backlog<Event extends LoggedEvent, Who, Happened> {
  readonly #log: EventLog<Event>;
  readonly #hearing: Hearing<Event, Who, Happened>;
  readonly #logger: Logger;
  readonly #listeners: Listeners<Who>;
  readonly #make: MakeEvent<Happened>;
  readonly #announcer: () => Announcer<Event, Who> | null;
  #events: Event[] = [];
  /** The event that could not be loaded, and how often it was tried. */
  #stuck = { seq: 0, times: 0 };

  /**
   * @param make makes an event, with its cursor, from what happened at a position of the log
   * @param announcer notifies other processes, if there are any
   */
  constructor(
    log: EventLog<Event>,
    hearing: Hearing<Event, Who, Happened>,
    logger: Logger,
    listeners: Listeners<Who>,
    make: MakeEvent<Happened>,
    announcer: () => Announcer<Event, Who> | null,
  ) {
    this.#log = log;
    this.#hearing = hearing;
    this.#logger = logger;
    this.#listeners = listeners;
    this.#make = make;
    this.#announcer = announcer;
  }

  /** The oldest event. */
  get first(): Event | undefined {
    return this.#events[0];
  }

  /** Replaces the events, all of which have been delivered. */
  fill(events: readonly Event[]): void {
    this.#events = [...events];
  }

  clear(): void {
    this.#events = [];
  }

  /**
   * Delivers the events.
   * @throws what a statement throws, when an event cannot be loaded; it and those after it remain
   */
  async deliver(): Promise<void> {
    while (this.#events.length > 0) {
      const events = this.#events.slice(0, loadedTogether);
      const loaded = await this.#load(events);
      for (const event of events) {
        // Nobody waits for them any more.
        if (this.#events[0] !== event) break;
        await this.#offer(event, loaded.get(event.kind));
        const announcer = this.#announcer();
        if (announcer)
          for (const listener of this.#hearing.whoMoves(this.#listeners, event)) announcer.refresh(listener);
        if (this.#events[0] === event) this.#events.shift();
      }
    }
  }

  /** What is delivered of events, by their kinds. A kind that cannot be loaded together is missing. */
  async #load(events: readonly Event[]): Promise<ReadonlyMap<string, Deliveries<Event, Who, Happened>>> {
    const loaded = new Map<string, Deliveries<Event, Who, Happened>>();
    await fewAtOnce([...Map.groupBy(events, ({ kind }) => kind)], async ([kind, [first, ...others]]) => {
      if (!first) return;
      try {
        loaded.set(kind, await deliver(this.#hearing, this.#listeners, [first, ...others], this.#make));
      } catch (error) {
        this.#logger.debug({ err: error, kind }, 'live events are loaded one by one');
      }
    });
    return loaded;
  }

  async #offer(event: Event, together: Deliveries<Event, Who, Happened> | undefined): Promise<void> {
    try {
      const loaded = together ?? (await deliver(this.#hearing, this.#listeners, [event], this.#make));
      for (const [listener, made] of loaded.get(event) ?? []) listener.offer(made, event.seq);
    } catch (error) {
      await this.#tryAgain(event, error);
    }
  }

  /** An event that cannot be loaded delays the others as long as the database may be the reason. @throws the error */
  async #tryAgain(event: Event, error: unknown): Promise<void> {
    await this.#log.position();
    this.#stuck = { seq: event.seq, times: this.#stuck.seq === event.seq ? this.#stuck.times + 1 : 1 };
    if (this.#stuck.times < mostTries) throw error;
    this.#logger.error({ err: error, event }, 'a live event cannot be loaded and is left out');
  }
}
