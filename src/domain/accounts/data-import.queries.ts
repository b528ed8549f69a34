import { statement } from '../../platform/database/statement.ts';
import { list } from '../../platform/database/list.ts';
import { sql } from '../../platform/database/sql.ts';
import type { ImportOutcome, ImportState, ImportWishes, RefusedPart } from './data-import.entity.ts';

/** The largest number of PUT requests for one archive, which allows for retries on a bad connection. */
const maxAttempts = 10;
/** The number of refused files that are named; the others are counted. */
export const mostNamed = 100;

/** An import as its owner sees it. */
export interface ImportRow extends ImportWishes {
  id: string;
  userId: number;
  state: ImportState;
  startedDate: string | null;
  finishedDate: string | null;
  total: number | null;
  done: number;
  added: number;
  duplicates: number;
  refusedCount: number;
  refused: RefusedPart[];
  reason: string | null;
  /** Whether the archive is there. */
  isUploaded: boolean;
  workoutId: number | null;
  stuck: number;
}

const columns = `id, user_id as "userId", state, run_privacy as privacy, only_runs as "onlyRuns", started_date as "startedDate", finished_date as "finishedDate", total, done, added,
  duplicates, refused_count as "refusedCount", refused, reason, upload is not null as "isUploaded", workout_id as "workoutId", stuck`;

/** `$1` is the user. */
export const importOfUser = statement.read<ImportRow>(
  'import_of_user',
  `select ${columns} from data_import where user_id = $1`,
  { owner: 'user_id = $1' },
);

/** `$1` is the user. Removes the former import, unless it waits or runs. */
export const forgetImport = statement.write(
  'forget_import',
  `delete from data_import where user_id = $1 and state not in ('waiting', 'running')`,
);

/** `$1` is the id, `$2` the user, and `$3` the end of its URL. There is no row if the user has an import that is not over. */
export const insertImport = statement.write<{ id: string }>(
  'insert_import',
  `insert into data_import (id, user_id, expires_date) values ($1, $2, $3::timestamptz)
   on conflict (user_id) do nothing returning id`,
);

/** `$1` is the id, and `$2` the user. Locks the import of the user. */
export const lockOwnImport = statement.write<ImportRow>(
  'lock_own_import',
  `select ${columns} from data_import where id = $1 and user_id = $2 for update`,
  { owner: 'user_id = $2' },
);

/** `$1` is the id, `$2` the current time, and `$3` and `$4` what the owner wishes. */
export const startImport = statement.write(
  'start_import',
  `update data_import set state = 'waiting', started_date = $2::timestamptz, run_privacy = $3, only_runs = $4
   where id = $1 and state = 'prepared'`,
);

/** A PUT request of an archive that was counted. */
export interface ArchiveAttempt {
  id: string;
  userId: number;
  attempt: number;
  /** The digest of the archive that is there already, or null. */
  digest: Uint8Array | null;
  /** The bytes of all archives that wait. */
  stored: number;
}

/** `$1` is the id, and `$2` the current time. There is no row if the upload does not exist, has expired or has no attempts left. */
export const tryArchive = statement.write<ArchiveAttempt>(
  'try_archive_upload',
  `update data_import set attempts = attempts + 1
   where id = $1 and expires_date > $2::timestamptz and attempts < ${maxAttempts} and state not in ('refused', 'cancelled')
   returning id, user_id as "userId", attempts as attempt, digest,
     (select coalesce(sum(bytes), 0)::float8 from data_import where state in ('prepared', 'waiting', 'running')) as stored`,
);

/** `$1` is the import, `$2` the attempt, `$3` the index, and `$4` the bytes. */
export const insertPart = statement.write(
  'insert_archive_part',
  'insert into data_import_part (import_id, attempt, place, content) values ($1, $2, $3, $4)',
);

/** `$1` is the import, `$2` the attempt, `$3` the size, and `$4` the digest. The first attempt that has sent everything counts. */
export const fillImport = statement.write<{ id: string }>(
  'fill_import',
  `update data_import set upload = $2, bytes = $3, digest = $4 where id = $1 and upload is null and state = 'prepared' returning id`,
);

/** `$1` is the import. The result is the digest of its archive. */
export const digestOfImport = statement.read<{ digest: Uint8Array | null }>(
  'digest_of_import',
  'select digest from data_import where id = $1',
  { all: 'of an upload whose signed URL was sent' },
);

/** `$1` is the import, and `$2` an attempt whose parts are removed. */
export const dropParts = statement.write(
  'drop_archive_parts',
  'delete from data_import_part where import_id = $1 and attempt = $2',
);

/** `$1` is the import, and `$2` its index. The result is that part of its archive. */
export const partOfImport = statement.read<{ content: Uint8Array }>(
  'part_of_import',
  `select p.content from data_import_part p join data_import d on d.id = p.import_id and d.upload = p.attempt
   where p.import_id = $1 and p.place = $2`,
  { all: 'the job of its owner reads it' },
);

/** `$1` is the import. A process begins or goes on with it; there is no row if it is over. */
export const beginImport = statement.write<ImportRow>(
  'begin_import',
  `update data_import set state = 'running', stuck = stuck + 1 where id = $1 and state in ('waiting', 'running') returning ${columns}`,
  { all: 'the job of its owner goes on with it' },
);

/** `$1` is the import, and `$2` the number of things in its archive. */
export const countImport = statement.write('count_import', 'update data_import set total = $2 where id = $1');

/** `$1` is the import, and `$2` what is done of it. No row: another process is further, or the account was deleted. */
export const lockProgress = statement.write<{ id: string }>(
  'lock_import_progress',
  `select id from data_import where id = $1 and done = $2 and state = 'running' for update`,
  { all: 'the job of its owner goes on with it' },
);

/**
 * `$1` is the import, `$2` what was done of it, `$3` to `$5` what is added to the counts of added, duplicate and refused things,
 * `$6` the refused ones, `$7` the run that the next pictures belong to, or null for the same as before, and `$8` to `$10` the name,
 * the outcome and the reason of its result.
 */
export const addProgress = statement.write<{ id: string }>(
  'add_import_progress',
  `with gone_on as (
     update data_import set done = done + 1, stuck = 0, added = added + $3, duplicates = duplicates + $4,
       refused_count = refused_count + $5,
       refused = case when jsonb_array_length(refused) < ${mostNamed} then refused || $6::jsonb else refused end,
       workout_id = case when $7::bigint is null then workout_id else nullif($7::bigint, 0) end
     where id = $1 and done = $2 and state = 'running' returning id, done
   ) insert into data_import_result (import_id, place, file, outcome, reason, workout_id)
   select id, done, $8, $9, $10, nullif($7::bigint, 0) from gone_on returning import_id as id`,
);

/** `$1` is the import. Its owner is told how far it is (`live_import_changed`). */
export const tellProgress = statement.write(
  'tell_import_progress',
  "update data_import set told = done where id = $1 and state = 'running'",
);

/** `$1` is the user, and `$2` the current time. Ends the import of the user, unless it is over. */
export const cancelImport = statement.write<{ id: string }>(
  'cancel_import',
  `update data_import set state = 'cancelled', finished_date = $2::timestamptz, workout_id = null
   where user_id = $1 and state in ('prepared', 'waiting', 'running') returning id`,
);

/** `$1` is an import, whose archive is removed. */
export const dropArchive = statement.write('drop_archive', 'delete from data_import_part where import_id = $1');

/** What became of one thing in an archive, as its owner sees it. */
export interface ImportResultRow {
  /** Its number among them, from 1. */
  id: number;
  file: string;
  outcome: ImportOutcome;
  reason: string | null;
  workoutId: number | null;
}

/** `$1` is the import, and `$2` the user. */
export const resultsOfImport = list<ImportResultRow>({
  name: 'results_of_import',
  order: 'oldest first',
  parameters: 2,
  rows: ({ within, order, slice }) =>
    sql`select r.place as id, r.file, r.outcome, r.reason, r.workout_id as "workoutId"
     from data_import_result r join data_import d on d.id = r.import_id
     where r.import_id = $1 and d.user_id = $2 and ${within('r.place')} order by r.place ${order} ${slice}`,
  sees: [{ owner: 'd.user_id = $2' }],
});

/** `$1` is the import, `$2` its state, `$3` the reason, and `$4` the current time. The archive is removed. */
export const endImport = statement.write(
  'end_import',
  `with gone as (delete from data_import_part where import_id = $1)
   update data_import set state = $2, reason = $3::text, finished_date = $4::timestamptz, workout_id = null
   where id = $1 and state = 'running'`,
);

/** `$1` is the current time. Removes what was prepared and never begun, and what is over for a month. */
export const sweepImports = statement.write(
  'sweep_imports',
  `delete from data_import where (state = 'prepared' and expires_date < $1::timestamptz - interval '1 day')
     or finished_date < $1::timestamptz - interval '30 days'`,
);

/** `$1` is the current time. Ends what no job goes on with any more: a job is tried for two days at most. */
export const endForgottenImports = statement.write(
  'end_forgotten_imports',
  `with forgotten as (
     update data_import set state = 'refused', reason = 'It was given up: send the archive again.', finished_date = $1::timestamptz,
       workout_id = null
     where state in ('waiting', 'running') and started_date < $1::timestamptz - interval '7 days' returning id
   ) delete from data_import_part where import_id in (select id from forgotten)`,
);
