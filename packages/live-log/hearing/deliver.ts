import { audienceOf } from './listeners.ts';
import type { Audience, Listener, Listeners, LiveEvent } from './listeners.ts';
import type { LoggedEvent } from '../log/event-log.ts';

/** What has happened, for one listener. Listeners that receive the same event get the same object. */
export type Delivery<Event, Who, Happened> = readonly [listener: Listener<Who>, event: Event, happened: Happened];

/** Who hears what. */
export interface Hearing<Event, Who, Happened> {
  /**
   * Decides which of these events are delivered to which listeners. The audience is either all listeners of this process, for events
   * of one kind when they happen, or one listener that replays events of several.
   */
  whoHears(
    audience: Audience<Who>,
    events: readonly [Event, ...Event[]],
  ): Promise<readonly Delivery<Event, Who, Happened>[]>;
  /** The listeners whose channels between processes are others since an event. */
  whoMoves(listeners: Audience<Who>, event: Event): Iterable<Listener<Who>>;
  /** The channels on which events are announced to other processes, each with the newest position among them. */
  channelsOf(events: readonly Event[]): Promise<ReadonlyMap<string, number>>;
}

/** Makes the event for listeners from what happened at a position of the log. */
export type MakeEvent<Happened> = (seq: number, happened: Happened) => LiveEvent<Happened>;

/** What listeners receive, by event. */
export type Deliveries<Event, Who, Happened> = ReadonlyMap<
  Event,
  readonly (readonly [Listener<Who>, LiveEvent<Happened>])[]
>;

/**
 * Decides which listeners of this process events are delivered to, and what each of them receives. The events are of the
 * same kind, and their subjects are loaded together, once for all listeners. An event that no listener here waits for
 * costs nothing.
 */
export async function deliver<Event extends LoggedEvent, Who, Happened>(
  { whoHears }: Hearing<Event, Who, Happened>,
  listeners: Listeners<Who>,
  events: readonly [Event, ...Event[]],
  make: MakeEvent<Happened>,
): Promise<Deliveries<Event, Who, Happened>> {
  const deliveries = await whoHears(listeners, events);
  const byEvent = Map.groupBy(madeOnce(deliveries, make), ([, event]) => event);
  return new Map([...byEvent].map(([event, all]) => [event, all.map(([listener, , made]) => [listener, made])]));
}

/**
 * Decides what one listener receives of many events, which were found in the log for it, by the same rules as `deliver` and as they
 * are visible now.
 * @returns events in the order of the log, without those that are not visible
 */
export async function replay<Event extends LoggedEvent, Who, Happened>(
  { whoHears }: Hearing<Event, Who, Happened>,
  listener: Listener<Who>,
  [first, ...others]: readonly Event[],
  make: MakeEvent<Happened>,
): Promise<(readonly [seq: number, LiveEvent<Happened>])[]> {
  if (!first) return [];
  const deliveries = await whoHears(audienceOf(listener), [first, ...others]);
  return madeOnce(deliveries, make)
    .map(([, { seq }, made]) => [seq, made] as const)
    .sort(([one], [other]) => one - other);
}

/** The events of deliveries. Listeners that receive the same event get the same object. */
function madeOnce<Event extends LoggedEvent, Who, Happened>(
  deliveries: readonly Delivery<Event, Who, Happened>[],
  make: MakeEvent<Happened>,
): (readonly [Listener<Who>, Event, LiveEvent<Happened>])[] {
  const known = new Map<Happened, LiveEvent<Happened>>();
  return deliveries.map(([listener, event, happened]) => {
    const made = known.get(happened) ?? make(event.seq, happened);
    known.set(happened, made);
    return [listener, event, made] as const;
  });
}
