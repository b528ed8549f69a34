import type { Queries, SqlValue, Statement } from '../../platform/database/statement.ts';
import type { LogEvent } from './event-log.ts';
import { rulesFor, rulesOf } from './interests/index.ts';
import type { Happened } from './interests/index.ts';
import type { Delivery } from './interests/interest.ts';
import { audienceOf } from './listeners.ts';
import type { Listener, Listeners } from './listeners.ts';
import type { LiveEvent } from './live.ts';

/** Makes the event for listeners from what happened at a position of the log. */
export type MakeEvent = (seq: number, happened: Happened) => LiveEvent;

/**
 * Decides which listeners of this process an event is delivered to, and what each of them receives. Its subject is
 * loaded once for all of them. An event that no listener here waits for costs nothing.
 */
export async function deliver(
  queries: Queries,
  listeners: Listeners,
  event: LogEvent,
  make: MakeEvent,
): Promise<(readonly [Listener, LiveEvent])[]> {
  const concerned = rulesFor(event.kind);
  const shared = concerned.length > 1 ? onceEach(queries) : queries;
  const deliveries = await Promise.all(concerned.map((rules) => rules.deliver(shared, listeners, [event])));
  return madeOnce(deliveries.flat(), make).map(([listener, , made]) => [listener, made]);
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
 * Runs each statement once for the same values, so that interests that the same change concerns share what they load.
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
