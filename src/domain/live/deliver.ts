import type { Queries, SqlValue } from '@runners/postgres';
import type { Statement } from '../../platform/database/statement.ts';
import type { LogEvent } from './event-log.ts';
import { rulesFor, rulesOf } from './interests/index.ts';
import type { Happened } from './interests/index.ts';
import type { Delivery } from './interests/interest.ts';
import { audienceOf } from './listeners.ts';
import type { Listener, Listeners } from './listeners.ts';
import type { LiveEvent } from './live.ts';

/** Makes the event for listeners from what happened at a position of the log. */
export type MakeEvent = (seq: number, happened: Happened) => LiveEvent;

/** What listeners receive, by event. */
export type Deliveries = ReadonlyMap<LogEvent, readonly (readonly [Listener, LiveEvent])[]>;

/**
 * Decides which listeners of this process events are delivered to, and what each of them receives. The events are of the
 * same kind, and their subjects are loaded together, once for all listeners. An event that no listener here waits for
 * costs nothing.
 */
export async function deliver(
  queries: Queries,
  listeners: Listeners,
  events: readonly [LogEvent, ...LogEvent[]],
  make: MakeEvent,
): Promise<Deliveries> {
  const concerned = rulesFor(events[0].kind);
  const shared = concerned.length > 1 || events.length > 1 ? onceEach(queries) : queries;
  const deliveries = await Promise.all(concerned.map((rules) => rules.deliver(shared, listeners, events)));
  const byEvent = Map.groupBy(madeOnce(deliveries.flat(), make), ([, event]) => event);
  return new Map([...byEvent].map(([event, all]) => [event, all.map(([listener, , made]) => [listener, made])]));
}

/**
 * Decides what one listener receives of many events, which the statement of its interest has found in the log, by the
 * same rules as `deliver` and as they are visible now.
 * @returns events in the order of the log, without those that are not visible
 */
export async function replay(
  queries: Queries,
  listener: Listener,
  events: readonly LogEvent[],
  make: MakeEvent,
): Promise<(readonly [seq: number, LiveEvent])[]> {
  if (events.length === 0) return [];
  const deliveries = await rulesOf(listener.interest).deliver(queries, audienceOf(listener), events);
  return madeOnce(deliveries, make)
    .map(([, { seq }, made]) => [seq, made] as const)
    .sort(([one], [other]) => one - other);
}

/** The events of deliveries. Listeners that receive the same event get the same object. */
function madeOnce(
  deliveries: readonly Delivery<Happened>[],
  make: MakeEvent,
): (readonly [Listener, LogEvent, LiveEvent])[] {
  const known = new Map<Happened, LiveEvent>();
  return deliveries.map(([listener, event, happened]) => {
    const made = known.get(happened) ?? make(event.seq, happened);
    known.set(happened, made);
    return [listener, event, made] as const;
  });
}

/**
 * Runs each statement once for the same values, so that the interests and the events that concern the same subject share
 * what they load.
 */
function onceEach(queries: Queries): Queries {
  const known = new Map<string, Promise<unknown[]>>();
  return {
    one: (statement, values) => queries.one(statement, values),
    all<Row>(statement: Statement<Row>, values: readonly SqlValue[]) {
      const key = `${statement.name} ${JSON.stringify(values)}`;
      const rows = (known.get(key) as Promise<Row[]> | undefined) ?? queries.all(statement, values);
      known.set(key, rows);
      return rows;
    },
  };
}
