import { statement } from '../../../platform/database/statement.ts';
import type { Queries, SqlValue } from '@runners/postgres';
import type { Sees, Statement } from '../../../platform/database/statement.ts';
import { isSince, liveSince, logColumns } from '../event-log.ts';
import type { LogEvent } from '../event-log.ts';
import { Failure } from '../../../errors.ts';

/** A row of the missed events. `prunedSeq` is always there; the columns of the event are null when there is none. */
export type MissedRow = { prunedSeq: number } & (LogEvent | { [Column in keyof LogEvent]: null });

/**
 * Events of the log `e` that may concern an interest: `$1` after, `$2` up to, `$3` limit, `$4` the viewer or the
 * subject of the interest, `$5` since when there are such events. Each statement is a few scans of an index that ends in
 * `seq`, so a replay does not read events for others.
 */
export function missed(name: string, from: string, ...sees: readonly Sees[]): Statement<MissedRow> {
  return statement.read(
    `live_missed_${name}`,
    `select l.pruned_seq as "prunedSeq", f.* from live_log l left join lateral (
       select ${logColumns('e')} from ${from} and ${isMissed('e')} order by e.seq limit $3
     ) f on true order by f.seq`,
    { all: 'finds ids alone: what has them is loaded by the rules of the interest' },
    ...sees,
  );
}

/** The condition that an event of the log is one of those that were missed. */
export function isMissed(alias: string): string {
  return `${alias}.seq > $1 and ${alias}.seq <= $2 and ${isSince(alias, '$5::timestamptz')}`;
}

/** What finds the missed events of an interest, and the viewer or the subject of the interest. */
export type Missed = readonly [Statement<MissedRow>, SqlValue];

/**
 * Reads the events that were missed after one position and up to another.
 * @throws Failure CURSOR_EXPIRED when events after the first position are deleted
 */
export async function readMissedEvents(
  queries: Queries,
  [missedOf, own]: Missed,
  { after, upTo, most }: { after: number; upTo: number; most: number },
): Promise<LogEvent[]> {
  // The end is known before this is read, so no event in between can be of an earlier day.
  const since = (await queries.one(liveSince, [after]))?.since ?? null;
  const rows = await queries.all(missedOf, [after, upTo, most, own, since]);
  if (after < (rows[0]?.prunedSeq ?? 0)) throw new Failure('CURSOR_EXPIRED');
  return rows.filter((row): row is LogEvent & { prunedSeq: number } => row.seq !== null);
}

/**
 * The first events of each of many users, conversations or places, with one index scan for each that stops at the
 * limit.
 */
export function ofEach(ids: string, column: string, kinds: string, condition = 'true'): string {
  return `(select o.* from ${ids} who(id) cross join lateral (
     select * from live_event i where i.${column} = who.id and i.kind in (${kinds}) and ${isMissed('i')}
       and ${condition} order by i.seq limit $3) o) e where true`;
}

/** The conversations in which the viewer `$4` takes part. */
export const memberships = '(select conversation_id from conversation_member where user_id = $4)';

/** The authors of the friends feed of the viewer `$4`. */
export const friendsAndMe = '(select friend_id from friend_edge where user_id = $4 union all select $4::bigint)';
