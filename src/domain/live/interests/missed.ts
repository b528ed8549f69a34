import { statement } from '../../../platform/database/statement.ts';
import type { Statement } from '../../../platform/database/statement.ts';
import { logColumns } from '../event-log.ts';
import type { LogEvent } from '../event-log.ts';

/** A row of the missed events. `prunedSeq` is always there; the columns of the event are null when there is none. */
export type MissedRow = { prunedSeq: number } & (LogEvent | { [Column in keyof LogEvent]: null });

/**
 * Events of the log `e` that may concern an interest: `$1` after, `$2` up to, `$3` limit, `$4` the viewer or the
 * subject of the interest. Each statement is a few scans of an index that ends in `seq`, so a replay does not read
 * events for others.
 */
export function missed(name: string, from: string): Statement<MissedRow> {
  return statement(
    `live_missed_${name}`,
    `select l.pruned_seq as "prunedSeq", f.* from live_log l left join lateral (
       select ${logColumns('e')} from ${from} and e.seq > $1 and e.seq <= $2 order by e.seq limit $3
     ) f on true order by f.seq`,
    { all: 'finds ids alone: what has them is loaded by the rules of the interest' },
  );
}

/**
 * The first events of each of many users, conversations or places, with one index scan for each that stops at the
 * limit.
 */
export function ofEach(ids: string, column: string, kinds: string, condition = 'true'): string {
  return `(select o.* from ${ids} who(id) cross join lateral (
     select * from live_event i where i.${column} = who.id and i.kind in (${kinds}) and i.seq > $1 and i.seq <= $2
       and ${condition} order by i.seq limit $3) o) e where true`;
}

/** The conversations in which the viewer `$4` takes part. */
export const memberships = '(select conversation_id from conversation_member where user_id = $4)';

/** The authors of the friends feed of the viewer `$4`. */
export const friendsAndMe = '(select friend_id from friend_edge where user_id = $4 union all select $4::bigint)';
