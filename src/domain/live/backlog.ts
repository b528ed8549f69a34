import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { Announcer } from './announcer.ts';
import { deliver } from './deliver.ts';
import type { Deliveries, MakeEvent } from './deliver.ts';
import { logPosition } from './event-log.ts';
import type { LogEvent } from './event-log.ts';
import { fewAtOnce } from './interests/interest.ts';
import type { Listeners } from './listeners.ts';
import { refreshFriends } from './refresh-friends.ts';

/** The number of events that are loaded together. */
const loadedTogether = 100;
/** How often an event is tried that cannot be loaded although the database answers. */
const mostTries = 30;

/**
 * The events that were read from the log and are not delivered yet. They are delivered in the order of the log. Those of a
 * kind are loaded together, so that the number of statements does not grow with the number of events that wait.
 */
export class Backlog {
  readonly #database: Database;
  readonly #log: Logger;
  readonly #listeners: Listeners;
  readonly #make: MakeEvent;
  readonly #announcer: () => Announcer | null;
  #events: LogEvent[] = [];
  /** The event that could not be loaded, and how often it was tried. */
  #stuck = { seq: 0, times: 0 };

  /**
   * @param make makes an event, with its cursor, from what happened at a position of the log
   * @param announcer notifies other processes, if there are any
   */
  constructor(
    database: Database,
    log: Logger,
    listeners: Listeners,
    make: MakeEvent,
    announcer: () => Announcer | null,
  ) {
    this.#database = database;
    this.#log = log;
    this.#listeners = listeners;
    this.#make = make;
    this.#announcer = announcer;
  }

  /** The oldest event. */
  get first(): LogEvent | undefined {
    return this.#events[0];
  }

  /** Replaces the events, all of which have been delivered. */
  fill(events: readonly LogEvent[]): void {
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
        if (announcer) refreshFriends(announcer, this.#listeners, event);
        if (this.#events[0] === event) this.#events.shift();
      }
    }
  }

  /** What is delivered of events, by their kinds. A kind that cannot be loaded together is missing. */
  async #load(events: readonly LogEvent[]): Promise<ReadonlyMap<string, Deliveries>> {
    const loaded = new Map<string, Deliveries>();
    await fewAtOnce([...Map.groupBy(events, ({ kind }) => kind)], async ([kind, [first, ...others]]) => {
      if (!first) return;
      try {
        loaded.set(kind, await deliver(this.#database, this.#listeners, [first, ...others], this.#make));
      } catch (error) {
        this.#log.debug({ err: error, kind }, 'live events are loaded one by one');
      }
    });
    return loaded;
  }

  async #offer(event: LogEvent, together: Deliveries | undefined): Promise<void> {
    try {
      const loaded = together ?? (await deliver(this.#database, this.#listeners, [event], this.#make));
      for (const [listener, made] of loaded.get(event) ?? []) listener.offer(made, event.seq);
    } catch (error) {
      await this.#tryAgain(event, error);
    }
  }

  /** An event that cannot be loaded delays the others as long as the database may be the reason. @throws the error */
  async #tryAgain(event: LogEvent, error: unknown): Promise<void> {
    await this.#database.one(logPosition, []);
    this.#stuck = { seq: event.seq, times: this.#stuck.seq === event.seq ? this.#stuck.times + 1 : 1 };
    if (this.#stuck.times < mostTries) throw error;
    this.#log.error({ err: error, event }, 'a live event cannot be loaded and is left out');
  }
}
