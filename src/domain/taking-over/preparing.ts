import { Failure } from '../../errors.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Queries } from '@runners/postgres';

/** What the database says of a takeover. */
export interface TakeOverState {
  /** Since when the service answers reads, and refuses every write (decisions P29), in UTC; null where it accepts writes. */
  preparingSince: string | null;
  /** Whether pictures had other URLs (decisions P33). */
  hasOldUrls: boolean;
  /** Whether profiles, preferences or statistics have other ids than their users. */
  hasPartIds: boolean;
  /** Whether anything was taken over. */
  isTakenOver: boolean;
}

const state = statement.read<TakeOverState>(
  'take_over_state',
  `select (select to_char(begun_date at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') from take_over where opened_date is null) as "preparingSince",
     exists (select 1 from old_url) as "hasOldUrls",
     exists (select 1 from users where profile_id is not null) or exists (select 1 from users where preferences_id is not null)
       or exists (select 1 from users where stats_id is not null) as "hasPartIds", exists (select 1 from taken_record) as "isTakenOver"`,
  { all: 'says nothing of anybody' },
);

/** A database in which nobody has an account yet. */
const begin = statement.write<{ id: number }>(
  'take_over_begin_preparing',
  `insert into take_over (id) select 1 where not exists (select 1 from users) on conflict do nothing returning id`,
);

const open = statement.write<{ id: number }>(
  'take_over_open',
  'update take_over set opened_date = now() where opened_date is null returning id',
);

/** Has running processes read again of what was taken over: the lengths of keys, and whether it is being prepared. */
const announce = statement.write<{ said: string }>(
  'take_over_announce',
  `select pg_notify('key_revoked', 'taken over')::text as said`,
);

/** Reads what the database says of a takeover. */
export async function takeOverState(queries: Pick<Queries, 'one'>): Promise<TakeOverState> {
  return (await queries.one(state, []))!;
}

/** Begins the preparation, if nobody has an account yet and it has not begun before. */
export async function beginPreparing(database: Database): Promise<void> {
  await database.one(begin, []);
  await announceTakenOver(database);
}

/** Ends the preparation: writes are accepted. Returns whether it was being prepared. */
export async function openTakenOver(database: Database): Promise<boolean> {
  const opened = await database.one(open, []);
  await announceTakenOver(database);
  return opened !== undefined;
}

/** Has running processes read again of what was taken over. */
export async function announceTakenOver(database: Database): Promise<void> {
  await database.one(announce, []);
}

/** What is said to writes while it is being prepared. */
export const preparingSentence = 'The service is being prepared: it answers reads, and accepts no changes yet.';

/** Seconds after which a refused write may be sent again. */
export const preparingRetryAfter = 60;

/** The refusal of a write while it is being prepared. */
export function beingPrepared(): Failure {
  return new Failure('UNAVAILABLE', preparingSentence, { retryAfter: preparingRetryAfter });
}
