import type { Audience as AudienceOf, Delivery as DeliveryTo, Listener as ListenerOf } from '@runners/live-log';
import { Failure } from '../../../errors.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import type { Sees, Statement } from '../../../platform/database/statement.ts';
import type { LogEvent } from '../event-log.ts';
import type { Interest as AnyInterest } from './index.ts';
import type { Missed } from './missed.ts';

/**
 * One kind of interest: who may subscribe to it, which events of the log concern it, and what is delivered to whom.
 * Each kind is defined in one file of this folder, and `index.ts` lists them.
 */
export interface InterestRules<Interest, Happened, Kind extends string> {
  /**
   * The kinds of events in the log that concern it, each with the channels on which such an event is published to other
   * processes. These are the channels of `EventSources` on which a listener may wait for it.
   */
  readonly announced: { readonly [OneKind in Kind]: (event: LogEvent) => string[] };
  /**
   * Checks that the viewer may see what the interest names. It is `ownThings` if the interest names nothing of others.
   * @throws Failure NOT_FOUND
   */
  check(queries: Queries, viewerId: number, interest: Interest): Promise<void>;
  /** Where the events of the interest are found. */
  sourcesOf(queries: Queries, viewerId: number, interest: Interest): EventSources | Promise<EventSources>;
  /**
   * Decides which of these events are delivered to which listeners, by what they may see now. The audience is either
   * all listeners of this process, for events of one kind when they happen, or one listener that replays many events.
   */
  deliver(queries: Queries, audience: Audience, events: readonly LogEvent<Kind>[]): Promise<Delivery<Happened>[]>;
}

/** Where the events of a subscription are found: in this process, on the channels between processes, and in the log. */
export interface EventSources {
  /** Its topics in this process; none if there can be no events for it. */
  topics: readonly string[];
  /** The channels on which other processes publish. They are determined again when the friends of the viewer change. */
  channels(): string[] | Promise<string[]>;
  /** The statement that finds the events that may concern it, and the value of its `$4`. */
  missed: Missed;
}

/** Who listens to what. */
export interface Who {
  readonly viewerId: number;
  readonly interest: AnyInterest;
}
export type Listener = ListenerOf<Who>;
export type Audience = AudienceOf<Who>;
export type Delivery<Happened> = DeliveryTo<LogEvent, Who, Happened>;

/** The check of an interest in objects of the viewer. */
export const ownThings = (): Promise<void> => Promise.resolve();

/** A statement that checks whether an object exists for the viewer: `$1` viewer, `$2` its id. */
export function isThere(name: string, text: string, ...sees: readonly Sees[]): Statement<{ found: number }> {
  return statement.read(`live_${name}`, `select 1 as found from ${text}`, ...sees);
}

/** @throws Failure NOT_FOUND when the object does not exist or the viewer may not see it */
export async function mustBeThere(
  queries: Queries,
  exists: Statement<{ found: number }>,
  viewerId: number,
  id: number,
): Promise<void> {
  if (!(await queries.one(exists, [viewerId, id]))) throw new Failure('NOT_FOUND');
}

/** Rows by id. */
export function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** The ids of the subjects of the events, each once. */
export function subjectsOf(events: readonly LogEvent[]): number[] {
  return [...new Set(events.map(({ subjectId }) => subjectId))];
}
