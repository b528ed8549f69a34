import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '../../platform/database/statement.ts';
import type { LogKind } from './interests/index.ts';

/** An event as it is stored in the log, with ids only (`live-event.entity.ts` describes them). */
export interface LogEvent<Kind extends string = LogKind> {
  seq: number;
  kind: Kind;
  subjectId: number;
  conversationId: number | null;
  userId: number | null;
  otherId: number | null;
  cell: number | null;
  privacy: string | null;
}

/** An event, and whether this call has just given it its position. */
export interface ReadEvent extends LogEvent {
  placed: boolean;
}

/** The current position of the log. */
export interface LogPosition {
  lastSeq: number;
  /** Events up to here are deleted. */
  prunedSeq: number;
  /** Identifies this log. Cursors of the log of another database are not valid here. */
  epoch: string;
}

/** The columns of a `LogEvent` from `live_event` under `alias`. */
export function logColumns(alias: string): string {
  return `${alias}.seq, ${alias}.kind, ${alias}.subject_id as "subjectId", ${alias}.conversation_id as "conversationId",
    ${alias}.user_id as "userId", ${alias}.other_id as "otherId", ${alias}.cell, ${alias}.privacy`;
}

const readLog = statement<ReadEvent>(
  'live_events',
  `select ${logColumns('e')}, e.placed from live_events($1::bigint, $2::int) e`,
);

/** The largest number of events that get their positions at a time, when nothing is read as well. */
const mostPlaced = 5000;
const beyondAll = Number.MAX_SAFE_INTEGER - mostPlaced;

/**
 * Gives committed events their positions, and reads the events after a position.
 * @param most the largest number of positions to read, and to give
 * @returns in order: the events after `after`, and possibly further ones that have just got their positions
 */
export function readEvents(database: Queries, after: number, most: number): Promise<ReadEvent[]> {
  return database.all(readLog, [after, most]);
}

/** Gives every event that was committed before the call its position, and returns those that got one. */
export async function placeEvents(database: Queries): Promise<ReadEvent[]> {
  const placed: ReadEvent[] = [];
  for (;;) {
    const some = await database.all(readLog, [beyondAll, mostPlaced]);
    placed.push(...some);
    if (some.length < mostPlaced) return placed;
  }
}

/** There is a row unless the table has been emptied by hand. */
export const logPosition = statement<LogPosition>(
  'live_position',
  'select last_seq as "lastSeq", pruned_seq as "prunedSeq", epoch from live_log',
);

/** `$1` position: for how many seconds the oldest event has waited that comes after it or has no position yet. */
export const liveLag = statement<{ seconds: number }>(
  'live_lag',
  `select coalesce(extract(epoch from clock_timestamp() - least(
     (select created_date from live_event where seq > $1 order by seq limit 1),
     (select created_date from live_event where seq is null order by id limit 1))), 0)::float8 as seconds`,
  { all: 'reads how long an event has waited, and not what it is' },
);

/**
 * `$1` moment, `$2` limit: deletes the oldest events from before the moment, and returns the position of the last one,
 * if there was one.
 */
export const pruneLog = statement<{ prunedSeq: number }>(
  'prune_live_events',
  `with oldest as (select seq, created_date from live_event where seq is not null order by seq limit $2),
   up_to as (
     select coalesce((select min(seq) - 1 from oldest where created_date >= $1), max(seq)) as seq from oldest
   ), moved as (
     update live_log set pruned_seq = up_to.seq from up_to where up_to.seq > live_log.pruned_seq
     returning pruned_seq
   ), gone as (
     delete from live_event e using moved where e.seq <= moved.pruned_seq
   )
   select pruned_seq as "prunedSeq" from moved`,
);
