import type { Logger } from 'pino';
import type { Database } from '../../platform/database/database.ts';
import type { Announcer } from './announcer.ts';
import { liveLag, logPosition, placeEvents, readEvents } from './event-log.ts';
import type { LogEvent, LogPosition, ReadEvent } from './event-log.ts';
import { deliver } from './deliver.ts';
import type { MakeEvent } from './deliver.ts';
import { Listeners } from './listeners.ts';
import type { Listener } from './listeners.ts';
import { inFriendsFeed as changesInFriendsFeed } from './interests/post-changes.ts';
import { inFriendsFeed } from './interests/posts.ts';

/** Events read from the log in one go. */
const mostRead = 500;
/** Events loaded side by side. */
const loadedAhead = 4;
/** How often an event is tried that does not load although the database answers. */
const mostTries = 30;
/** Between looks at the log, whatever is heard of it: while somebody listens, and while nobody does. */
const tickMs = 1000;
const idleTickMs = 5000;

/**
 * Hands the events of the log to those who listen in this process, one after the other. It looks at the log when it is
 * woken, and every second besides: a wake that is lost (a process killed after its commit, no Redis) costs a moment and
 * never an event.
 */
export class Hub {
  readonly #database: Database;
  readonly #log: Logger;
  /** Tells other processes, where there are any. */
  announcer: Announcer | null = null;
  readonly #listeners = new Listeners();
  /** Everything up to here has been read from the log, or was there before anybody listened. */
  #taken = 0;
  /** Read, but not delivered: the database refused. */
  #backlog: LogEvent[] = [];
  #pass: Promise<void> | null = null;
  #again = false;
  #position: Promise<LogPosition> | null = null;
  #nextPosition: Promise<LogPosition> | null = null;
  #tick: NodeJS.Timeout | undefined;
  #stopped = false;
  #failing = false;
  /** The event that did not load, and how often. */
  #stuck = { seq: 0, times: 0 };
  readonly #make: MakeEvent;

  /** @param make makes an event, with its cursor, from what happened at a place of the log */
  constructor(database: Database, log: Logger, make: MakeEvent) {
    this.#database = database;
    this.#log = log;
    this.#make = make;
    this.#schedule();
  }

  /** Looks at the log soon; several calls are one look. */
  wake(): void {
    if (this.#stopped || (this.#listeners.size === 0 && !this.announcer)) return;
    this.#look();
  }

  /** Hears that the log reaches up to this place. */
  hear(seq: number): void {
    if (seq > this.#taken) this.wake();
  }

  /**
   * Adds who listens, who knows the log up to a place. They are offered what comes after the answered place, which is that
   * one or a later one: what lies between they read from the log.
   */
  add(listener: Listener, known: number): number {
    const first = this.#listeners.size === 0;
    if (first) this.#taken = Math.max(this.#taken, known);
    this.#listeners.add(listener);
    if (first) this.#schedule();
    this.wake();
    return Math.max(this.#taken, known);
  }

  remove(listener: Listener): void {
    this.#listeners.remove(listener);
    if (this.#listeners.size === 0) this.#backlog = [];
  }

  /** Where the log stands, everything included that was committed before the call. Calls share their look-ups. */
  position(): Promise<LogPosition> {
    // The one under way may have begun before something that the caller knows of.
    this.#nextPosition ??= Promise.allSettled([this.#position]).then(() => {
      this.#position = this.#nextPosition;
      this.#nextPosition = null;
      return this.#readPosition();
    });
    return this.#nextPosition;
  }

  /** Seconds for which the oldest event has waited that is not delivered here yet; 0 when none waits. */
  async lag(): Promise<number> {
    const upTo = this.#listeners.size === 0 ? Number.MAX_SAFE_INTEGER : (this.#backlog[0]?.seq ?? this.#taken + 1) - 1;
    return (await this.#database.one(liveLag, [upTo]))?.seconds ?? 0;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    clearTimeout(this.#tick);
    await Promise.allSettled([this.#pass, this.#position, this.#nextPosition]);
  }

  async #readPosition(): Promise<LogPosition> {
    const placed = await placeEvents(this.#database);
    this.#announce(placed);
    if (placed.length > 0) this.wake();
    const position = await this.#database.one(logPosition, []);
    if (!position) throw new Error('the log of live events has no row');
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
      // Woken after the last look, and before this.
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
      // The next tick tries again; until the database is back it is said once.
      if (!this.#failing && !this.#stopped) this.#log.warn({ err: error }, 'live events wait for the database');
      this.#failing = true;
    }
  }

  /** One look at the log; whether there may be more. */
  async #takeSome(): Promise<boolean> {
    await this.#deliver();
    if (this.#listeners.size === 0) {
      this.#announce(await placeEvents(this.#database));
      return false;
    }
    const before = this.#taken;
    const read = await readEvents(this.#database, before, mostRead);
    this.#announce(read.filter(({ placed }) => placed));
    const mine = read.filter(({ seq }) => seq > before && seq <= before + mostRead);
    // Who came while we read knows a later place already, and gets these from the log.
    this.#taken = Math.max(this.#taken, mine.at(-1)?.seq ?? 0);
    this.#backlog = mine;
    await this.#deliver();
    return read.length > mine.length || mine.length === mostRead;
  }

  async #deliver(): Promise<void> {
    while (this.#backlog.length > 0) {
      const some = this.#backlog.slice(0, loadedAhead);
      const loaded = await Promise.allSettled(
        some.map((event) => deliver(this.#database, this.#listeners, event, this.#make)),
      );
      for (const [i, delivered] of loaded.entries()) {
        const event = some[i] as LogEvent;
        if (delivered.status === 'rejected') await this.#tryAgain(event, delivered.reason as unknown);
        else for (const [listener, made] of delivered.value) listener.offer(made, event.seq);
        this.#noteFriends(event);
        this.#backlog.shift();
      }
    }
  }

  /** An event that does not load holds up the others for as long as the database may be the reason. @throws the error */
  async #tryAgain(event: LogEvent, error: unknown): Promise<void> {
    await this.#database.one(logPosition, []);
    this.#stuck = { seq: event.seq, times: this.#stuck.seq === event.seq ? this.#stuck.times + 1 : 1 };
    if (this.#stuck.times < mostTries) throw error;
    this.#log.error({ err: error, event }, 'a live event cannot be loaded and is left out');
  }

  /** Who has other friends now hears of others' posts. */
  #noteFriends({ kind, userId, otherId }: LogEvent): void {
    if (kind !== 'friendship' || !this.announcer) return;
    for (const id of [userId, otherId])
      for (const topic of [inFriendsFeed, changesInFriendsFeed])
        for (const listener of this.#listeners.of(topic, id ?? 0)) this.announcer.refresh(listener);
  }

  #announce(placed: readonly ReadEvent[]): void {
    if (placed.length > 0) this.announcer?.announce(placed);
  }
}
