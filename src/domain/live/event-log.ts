import type { EventLog, LogPosition, NumberedEvents, Placed, ReadLog } from '@runners/live-log';
import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import type { Database } from '../../platform/database/database.ts';
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

type ReadEvent = Placed<LogEvent>;

/** The columns of a `LogEvent` from `live_event` under `alias`. */
export function logColumns(alias: string): string {
  return `${alias}.seq, ${alias}.kind, ${alias}.subject_id as "subjectId", ${alias}.conversation_id as "conversationId",
    ${alias}.user_id as "userId", ${alias}.other_id as "otherId", ${alias}.cell, ${alias}.privacy`;
}

/** There is a row without an event if there are no events. The epoch is read first, because it may begin with this call. */
const readLog = statement.upkeep<LogState & (ReadEvent | { [Column in keyof ReadEvent]: null })>(
  'live_events',
  `select h.epoch, (select last_seq from live_log) as "lastSeq", ${logColumns('e')}, e.placed as numbered
   from live_log_epoch() h(epoch) left join lateral live_events($1::bigint, $2::int) e on true`,
);

/** The largest number of events that get their positions at a time, when nothing is read as well. */
const mostNumbered = 5000;
const beyondAll = Number.MAX_SAFE_INTEGER - mostNumbered;

async function readEvents(database: Queries, after: number, most: number): Promise<ReadLog<LogEvent>> {
  const rows = await database.all(readLog, [after, most]);
  const { epoch = '', lastSeq = 0 } = rows[0] ?? {};
  return { epoch, lastSeq: lastSeq ?? 0, events: rows.filter((row): row is EventRow => row.seq !== null) };
}

/** `lastSeq` is null while the table is empty. */
interface LogState {
  epoch: string;
  lastSeq: number | null;
}
type EventRow = LogState & ReadEvent;

/**
 * Gives as many events their positions, and returns how many got one. Nothing is returned of the events themselves, because each would take
 * the process some microseconds to read.
 */
const numberLog = statement.upkeep<{ epoch: string; count: number }>(
  'place_live_events',
  `select h.epoch, (select count(*)::int from live_events($1::bigint, $2::int)) as count from live_log_epoch() h(epoch)`,
);

async function numberEvents(database: Queries): Promise<NumberedEvents> {
  let count = 0;
  for (;;) {
    const numbered = await database.one(numberLog, [beyondAll, mostNumbered]);
    count += numbered?.count ?? 0;
    if (!numbered || numbered.count < mostNumbered) return { epoch: numbered?.epoch ?? '', count };
  }
}

async function readNumbered(database: Queries): Promise<ReadLog<LogEvent>> {
  const numbered: ReadEvent[] = [];
  for (;;) {
    const { events, ...log } = await readEvents(database, beyondAll, mostNumbered);
    numbered.push(...events);
    if (events.length < mostNumbered) return { ...log, events: numbered };
  }
}

/** There is a row unless the table has been emptied by hand. */
const logPosition = statement.read<LogPosition>(
  'live_position',
  `select last_seq as "lastSeq", pruned_seq as "prunedSeq", epoch,
     array(select epoch || ':' || last_seq from live_epoch) as former from live_log`,
);

/** The first moment at which an event after position `$1` was created; null if there is none. */
export const liveSince = statement.read<{ since: Date | null }>('live_since', 'select live_since($1) as since', {
  all: 'reads when something happened, and not what',
});

/**
 * The condition on `created_date` by which an event was created since a moment. With a parameter, the partitions of other
 * days are not even opened, which takes most of the time of a short read.
 */
export function isSince(alias: string, since: string): string {
  return `${alias}.created_date >= ${since} and ${alias}.created_date < now() + interval '1 day'`;
}

/** `$1` position: for how many seconds the oldest event has waited that comes after it or has no position yet. */
const liveLag = statement.read<{ seconds: number }>(
  'live_lag',
  `select coalesce(extract(epoch from clock_timestamp() - least(
     (select e.created_date from live_event e where e.seq > $1 and ${isSince('e', '(select live_since($1))')}
      order by e.seq limit 1),
     (select created_date from live_event where seq is null order by id limit 1))), 0)::float8 as seconds`,
  { all: 'reads how long an event has waited, and not what it is' },
);

/** The log in a database. */
export function logIn(database: Database): EventLog<LogEvent> {
  return {
    read: (after, most) => readEvents(database, after, most),
    readNumbered: () => readNumbered(database),
    number: () => numberEvents(database),
    position: () => database.one(logPosition, []),
    lag: async (after) => (await database.one(liveLag, [after]))?.seconds ?? 0,
    settled: () => database.replicas?.settled(),
  };
}

/**
 * `$1` days, `$2` limit: deletes events that are older, a partition of a day or some rows at a time, and returns the position up
 * to which events are deleted; null when nothing is left to do.
 */
export const pruneLog = statement.upkeep<{ prunedSeq: number | null }>(
  'prune_live_events',
  `select prune_live_events(now() - $1::float8 * interval '1 day', $2::int) as "prunedSeq"`,
);

/** Makes the partitions of the coming days, and of the next ids of other tables, and returns how many were missing. */
export const makePartitions = statement.upkeep<{ made: number }>(
  'make_partitions',
  'select make_live_partitions() + make_id_partitions() as made',
);
