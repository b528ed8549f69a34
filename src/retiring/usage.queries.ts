import { otherClient } from '../platform/observability/client-name.ts';
import { statement } from '../platform/database/statement.ts';
import type { Queries } from '@runners/postgres';

/** The days for which calls are kept, including today. */
export const keptDays = 90;

const ofNobody = { all: 'counts calls by the names of clients, and names nobody' };

/** One process writes at a time, so that none takes room that another has taken. The result is the id of the transaction. */
export const lockUses = statement.write<{ xid: string }>(
  'usage_lock',
  `select pg_advisory_xact_lock(hashtext('usage_count'))::text, pg_current_xact_id()::text as xid`,
);

/** `$1` is the id of a transaction whose outcome is not known. A database that was put in its place may not have reached it. */
export const outcomeOf = statement.write<{ outcome: 'committed' | 'aborted' | 'in progress' | null }>(
  'usage_outcome',
  `select case when $1::xid8 < pg_snapshot_xmax(pg_current_snapshot()) then pg_xact_status($1::xid8) end as outcome`,
);

/** What there is room for in a day: rows of the ledger, and clients. Beyond, calls are those of other clients. */
export const roomOfDay = [200_000, 200] as const;
/** What of it one person may bring in, and all callers without a key together. */
export const roomOfPerson = [2000, 50] as const;

/** `$1` is the day, and `$2` to `$6` are the columns of calls: client, version, element, number, and whose room is taken, -1 for nobody's. */
const countUses = statement.write(
  'usage_count',
  `select count_uses($1::date, $2::text[], $3::text[], $4::text[], $5::bigint[], $6::bigint[], $7, $8::int[], $9::int[])::text`,
);

/** Calls of a client in a day, on their way into the ledger. */
export interface Use {
  client: string;
  version: string;
  element: string;
  calls: number;
  person: number;
}

/** Adds calls to those of a day, each client and element once, in a transaction that has the lock. */
export async function addUses(tx: Queries, day: string, uses: readonly Use[]): Promise<void> {
  const names = ['client', 'version', 'element', 'calls', 'person'] as const;
  const columns = names.map((name) => uses.map((use) => use[name]));
  await tx.all(countUses, [day, ...columns, otherClient, roomOfDay, roomOfPerson]);
}

/** Calls by client and what was called, and their numbers by day. */
export interface UsageRow {
  client: string;
  version: string;
  element: string;
  times: Record<string, number>;
}

/**
 * `$1` is the first day, `$2` the number of combinations that are told apart, the most used first, and `$3` the client under which the
 * others are.
 */
export const usesSince = statement.read<UsageRow>(
  'usage_since',
  `with ranked as (
     select client, version, element, row_number() over (order by sum(calls) desc, client, version, element) <= $2 as apart
     from usage_count where day >= $1::date group by client, version, element
   ), daily as (
     select case when apart then client else $3 end as client, case when apart then version else '' end as version, element,
       day, sum(calls)::bigint as calls
     from usage_count join ranked using (client, version, element) where day >= $1::date group by 1, 2, 3, 4
   ) select client, version, element, json_object_agg(day::text, calls order by day) as times
   from daily group by client, version, element order by sum(calls) desc, client, version, element`,
  ofNobody,
);

/** `$1` is the first day that is kept, and `$2` the first whose room may still be taken. */
export const sweepUses = statement.write(
  'usage_sweep',
  `with shares as (delete from usage_share where day < $2::date) delete from usage_count where day < $1::date`,
);

/** Takes a page that the version before has written (decisions D500). */
export const takePage = statement.write<{ day: string; content: Buffer }>(
  'usage_take_page',
  `delete from usage_page where id = (select id from usage_page order by id limit 1 for update skip locked)
   returning day::text as day, content`,
);

export const pauseState = statement.read<{ since: string }>(
  'retirement_pause_state',
  `select to_char(since_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as since from retirement_pause`,
  { all: 'says nothing of anybody' },
);

export const beginPause = statement.write(
  'retirement_pause_begin',
  `insert into retirement_pause (id) values (1) on conflict do nothing`,
);

export const endPause = statement.write('retirement_pause_end', `delete from retirement_pause`);
