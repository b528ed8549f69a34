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
  /** Former epochs of this log, as `epoch:position` with the last position that is also in this database. */
  former: string[];
}

/** Events, and the epoch in which they have their positions. */
export interface ReadLog {
  epoch: string;
  events: ReadEvent[];
}

/** The columns of a `LogEvent` from `live_event` under `alias`. */
export function logColumns(alias: string): string {
  return `${alias}.seq, ${alias}.kind, ${alias}.subject_id as "subjectId", ${alias}.conversation_id as "conversationId",
    ${alias}.user_id as "userId", ${alias}.other_id as "otherId", ${alias}.cell, ${alias}.privacy`;
}

/** There is a row without an event if there are no events. The epoch is read first, because it may begin with this call. */
const readLog = statement<{ epoch: string } & (ReadEvent | { [Column in keyof ReadEvent]: null })>(
  'live_events',
  `select h.epoch, ${logColumns('e')}, e.placed
   from live_log_epoch() h(epoch) left join lateral live_events($1::bigint, $2::int) e on true`,
);

/** The largest number of events that get their positions at a time, when nothing is read as well. */
const mostPlaced = 5000;
const beyondAll = Number.MAX_SAFE_INTEGER - mostPlaced;

/**
 * Gives committed events their positions, and reads the events after a position.
 * @param most the largest number of positions to read, and to give
 * @returns in order: the events after `after`, and possibly further ones that have just got their positions
 */
export async function readEvents(database: Queries, after: number, most: number): Promise<ReadLog> {
  const rows = await database.all(readLog, [after, most]);
  return { epoch: rows[0]?.epoch ?? '', events: rows.filter((row): row is EventRow => row.seq !== null) };
}

type EventRow = { epoch: string } & ReadEvent;

/** Gives every event that was committed before the call its position, and returns those that got one. */
export async function placeEvents(database: Queries): Promise<ReadLog> {
  const placed: ReadEvent[] = [];
  for (;;) {
    const { epoch, events } = await readEvents(database, beyondAll, mostPlaced);
    placed.push(...events);
    if (events.length < mostPlaced) return { epoch, events: placed };
  }
}

/** There is a row unless the table has been emptied by hand. */
export const logPosition = statement<LogPosition>(
  'live_position',
  `select last_seq as "lastSeq", pruned_seq as "prunedSeq", epoch,
     array(select epoch || ':' || last_seq from live_epoch) as former from live_log`,
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
