import { makeAnnouncer } from './notifications/announcer.ts';
import { readMissed } from './subscription/catch-up.ts';
import type { Sources } from './subscription/catch-up.ts';
import { cursorOf, readCursor } from './log/cursor.ts';
import type { CursorFaults } from './log/cursor.ts';
import type { Hearing, MakeEvent } from './hearing/deliver.ts';
import { Dispatcher } from './dispatch/dispatcher.ts';
import type { EventLog, LoggedEvent, Logger, LogPosition } from './log/event-log.ts';
import type { OpenNotifications } from './notifications/notifications.ts';
import { Subscription } from './subscription/subscription.ts';
import type { Feed, ReplayPage, WaitingLimit } from './subscription/subscription.ts';

/** What a live log is made of. */
export interface LiveLogParts<Event, Who, Happened> {
  log: EventLog<Event>;
  hearing: Hearing<Event, Who, Happened>;
  logger: Logger;
  /** How processes notify each other; null if there is one process, or if a delay of a second is acceptable. */
  notifications: OpenNotifications | null;
  faults: CursorFaults & WaitingLimit;
}

/** The live events of a process. */
export interface LiveLog<Event, Who, Happened> {
  /** The current position of the log, which includes everything committed before the call. */
  position(): Promise<LogPosition>;
  /**
   * Subscribes to events.
   * @param after a cursor; null for new events only
   * @param end the position of the log, as it was read before
   * @throws one of the faults of cursors
   */
  subscribe(who: Who, sources: Sources<Event>, after: string | null, end: LogPosition): Feed<Happened>;
  /** Looks into the log soon, because something may have been committed. */
  wake(): void;
  /** Seconds for which the oldest event has waited that this process has not delivered yet; 0 when none waits. */
  lag(): Promise<number>;
  /** How many subscriptions there are. */
  subscriptions(): number;
  /** How many events wait to be taken, of all subscriptions. */
  waiting(): number;
  /** Ends all subscriptions and the background work. */
  stop(): Promise<void>;
}

/** The live events of a process, from a log. */
export function makeLiveLog<Event extends LoggedEvent, Who, Happened>({
  log,
  hearing,
  logger,
  notifications,
  faults,
}: LiveLogParts<Event, Who, Happened>): LiveLog<Event, Who, Happened> {
  // The epoch is known before the first subscription, which reads the position of the log first.
  const make: MakeEvent<Happened> = (seq, happened) => ({ cursor: cursorOf(dispatcher.epoch, seq), happened });
  const dispatcher = new Dispatcher(log, hearing, logger, make, () => {
    for (const subscription of open) subscription.fail(faults.expired());
  });
  const announcer = notifications
    ? makeAnnouncer(hearing, notifications, logger, (seq) => dispatcher.notify(seq))
    : null;
  dispatcher.announcer = announcer;
  const open = new Set<Subscription<Who, Happened>>();

  function subscribe(who: Who, sources: Sources<Event>, after: string | null, end: LogPosition): Feed<Happened> {
    const begin = after === null ? end.lastSeq : readCursor(after, end, faults);
    let joined = false;
    const subscription: Subscription<Who, Happened> = new Subscription(
      who,
      sources.topics,
      begin,
      faults,
      readOn,
      () => {
        open.delete(subscription);
        dispatcher.remove(subscription);
        announcer?.leave(subscription);
      },
    );
    open.add(subscription);
    const join = (known: number) => {
      joined = true;
      subscription.since = dispatcher.add(subscription, known);
      announcer?.follow(subscription, sources.channels);
    };
    // Events during a long replay are read from the log as well, so that they do not accumulate in memory.
    async function readOn(at: number): Promise<ReplayPage<Happened> | null> {
      while (at < (joined ? subscription.since : end.lastSeq)) {
        const upTo = joined ? subscription.since : end.lastSeq;
        const read = await readMissed(log, hearing, subscription, sources, { after: at, upTo }, make);
        at = read.upTo;
        if (!joined && !subscription.over && at >= end.lastSeq) join(at);
        if (read.events.length > 0) return read;
      }
      return null;
    }
    if (begin === end.lastSeq) join(begin);
    if (begin < (joined ? subscription.since : end.lastSeq)) subscription.replay();
    return subscription;
  }

  return {
    position: () => dispatcher.position(),
    subscribe,
    wake: () => dispatcher.wake(),
    lag: () => dispatcher.lag(),
    subscriptions: () => open.size,
    waiting: () => [...open].reduce((sum, { waiting }) => sum + waiting, 0),
    async stop() {
      for (const subscription of open) await subscription.return();
      await dispatcher.stop();
      announcer?.close();
    },
  };
}
