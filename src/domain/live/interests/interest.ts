import { Failure } from '../../../errors.ts';
import { statement } from '../../../platform/database/statement.ts';
import type { Queries, Sees, SqlValue, Statement } from '../../../platform/database/statement.ts';
import type { LogEvent } from '../event-log.ts';
import type { Audience, Listener } from '../listeners.ts';
import type { MissedRow } from './missed.ts';

/**
 * One kind of interest: who may subscribe to it, what of the log concerns it, and who is delivered what. Everything that
 * is true of it stands in its file of this folder, and `index.ts` names them all.
 */
export interface InterestRules<Interest, Happened, Kind extends string> {
  /**
   * The kinds of events in the log that it concerns, each with the channels on which such an event is announced to other
   * processes: those of `Places` where somebody may wait for it.
   */
  readonly announced: { readonly [OneKind in Kind]: (event: LogEvent) => string[] };
  /**
   * Checks that what the interest names is there for the viewer; `ownThings` where it names nothing of others.
   * @throws Failure NOT_FOUND
   */
  check(queries: Queries, viewerId: number, interest: Interest): Promise<void>;
  /** Where what concerns the interest is found. */
  placesOf(queries: Queries, viewerId: number, interest: Interest): Places | Promise<Places>;
  /**
   * The evaluator: who is delivered what of these events, by what they may see now. The audience is all who listen in this
   * process, for one event as it happens, or one who catches up, for many events at once.
   */
  deliver(queries: Queries, audience: Audience, events: readonly LogEvent<Kind>[]): Promise<Delivery<Happened>[]>;
}

/** Where what concerns a subscription is found: in this process, on the channels between processes, and in the log. */
export interface Places {
  /** Topics of the listeners of this process (`src/domain/live/topics.ts`); none where nothing can concern it. */
  topics: readonly string[];
  /** Channels of other processes' announcements; asked anew when the viewer's friends change. */
  channels(): string[] | Promise<string[]>;
  /** The statement that finds the events which may concern it, and its `$4`. */
  missed: readonly [Statement<MissedRow>, SqlValue];
}

/** What happened, for one listener. All who are delivered the same get the same object. */
export type Delivery<Happened> = readonly [listener: Listener, event: LogEvent, happened: Happened];

/** The check of an interest in what is the viewer's own. */
export const ownThings = (): Promise<void> => Promise.resolve();

/** A statement that asks whether something is there: `$1` viewer, `$2` its id. */
export function isThere(name: string, text: string, ...sees: readonly Sees[]): Statement<{ found: number }> {
  return statement(`live_${name}`, `select 1 as found from ${text}`, ...sees);
}

/** @throws Failure NOT_FOUND when what has the id is not there for the viewer */
export async function mustBeThere(
  queries: Queries,
  exists: Statement<{ found: number }>,
  viewerId: number,
  id: number,
): Promise<void> {
  if (!(await queries.one(exists, [viewerId, id]))) throw new Failure('NOT_FOUND');
}

/** Rows by their id. */
export function byId<Row extends { id: number }>(rows: readonly Row[]): Map<number, Row> {
  return new Map(rows.map((row) => [row.id, row]));
}

/** The ids of what the events are about, each once. */
export function subjectsOf(events: readonly LogEvent[]): number[] {
  return [...new Set(events.map(({ subjectId }) => subjectId))];
}
