import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '../../platform/database/statement.ts';
import type { LogKind } from './interests/index.ts';

/** An event as the log holds it: ids only (`live-event.entity.ts` says which). */
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

/** An event, and whether it got its place just now, by us. */
export interface ReadEvent extends LogEvent {
  placed: boolean;
}

/** Where the log stands. */
export interface LogPosition {
  lastSeq: number;
  /** Events up to here are deleted. */
  prunedSeq: number;
  /** The log's name: cursors of another database's log mean nothing here. */
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

/** Most events that get their places in one go, when nothing is read besides. */
const mostPlaced = 5000;
const beyondAll = Number.MAX_SAFE_INTEGER - mostPlaced;

/**
 * Gives what was committed its places, and reads what comes after a place.
 * @param most how many places to read, and to give
 * @returns in order: those after `after`, then perhaps further ones that got their places just now
 */
export function readEvents(database: Queries, after: number, most: number): Promise<ReadEvent[]> {
  return database.all(readLog, [after, most]);
}

/** Gives everything that was committed before the call its place; what got one. */
export async function placeEvents(database: Queries): Promise<ReadEvent[]> {
  const placed: ReadEvent[] = [];
  for (;;) {
    const some = await database.all(readLog, [beyondAll, mostPlaced]);
    placed.push(...some);
    if (some.length < mostPlaced) return placed;
  }
}

/** No row only after somebody emptied the table. */
export const logPosition = statement<LogPosition>(
  'live_position',
  'select last_seq as "lastSeq", pruned_seq as "prunedSeq", epoch from live_log',
);

/** `$1` a place: for how many seconds the oldest event has waited that is behind it or has no place yet. */
export const liveLag = statement<{ seconds: number }>(
  'live_lag',
  `select coalesce(extract(epoch from clock_timestamp() - least(
     (select created_date from live_event where seq > $1 order by seq limit 1),
     (select created_date from live_event where seq is null order by id limit 1))), 0)::float8 as seconds`,
);

/** `$1` moment, `$2` at most so many: deletes the oldest events from before it; the last one's place, if there was any. */
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
