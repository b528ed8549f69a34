import type { Queries, SqlValue, Statement } from '../../platform/database/statement.ts';
import type { LogEvent } from './event-log.ts';
import { rulesFor, rulesOf } from './interests/index.ts';
import type { Happened } from './interests/index.ts';
import type { Delivery } from './interests/interest.ts';
import { audienceOf } from './listeners.ts';
import type { Listener, Listeners } from './listeners.ts';
import type { LiveEvent } from './live.ts';

/** Makes the event that listeners get from what happened at a place of the log. */
export type MakeEvent = (seq: number, happened: Happened) => LiveEvent;

/**
 * Who of those who listen in this process is delivered what of an event, now. What it is about is loaded once for all of
 * them; events whose subject nobody here waits for cost nothing.
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
 * What one listener is delivered of many events, which their interest's statement has found in the log: by the same rules
 * as in `deliver`, and as it may be seen now.
 * @returns in the order of the log; nothing for what is not visible
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

/** Events of deliveries: all who are delivered the same get the same object. */
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

/** Runs each statement once for its values: interests that a change concerns side by side share what they load. */
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
