import type { ProcessContext } from '../context.ts';
import { statement } from '../../platform/database/statement.ts';

/** The number of hours for which an answer is stored. */
export const keptHours = 24;

/** The largest number of stored answers of a user. */
export const mostKept = 6000;

/** An answer as it is stored. */
export interface KeptRow {
  id: string;
  content: Buffer;
  answer: Buffer | null;
}

/** `$1` are the ids under which it may be stored, and `$2` is the current time. */
export const findKept = statement.read<KeptRow>(
  'kept_answer',
  `select id, content, answer from kept_answer
   where id = any($1) and created_date > $2::timestamptz - interval '${keptHours} hours'
   order by created_date desc limit 1`,
  { all: 'the id is a keyed digest of the caller and the key that the caller sent' },
);

/** `$1` is the user. The result is the number of stored answers, up to the limit. */
export const countKept = statement.read<{ kept: number }>(
  'count_kept_answers',
  `select count(*)::int as kept from (select 1 from kept_answer where user_id = $1 limit ${mostKept}) k`,
  { owner: 'user_id = $1' },
);

/**
 * `$1` is a number that is derived from the id. The second of two requests with the same key waits here until the first
 * has committed.
 */
export const lockKey = statement.write('lock_idempotency_key', 'select pg_advisory_xact_lock($1::bigint)::text');

/**
 * `$1` is the id, `$2` the user, `$3` the content, `$4` the answer, and `$5` the current time. Nothing is stored for a
 * user whose account was deleted.
 */
export const keepAnswer = statement.write(
  'keep_answer',
  `insert into kept_answer (id, user_id, content, answer, created_date)
   select $1, $2::bigint, $3::bytea, $4::bytea, $5::timestamptz
   where $2::bigint is null or exists (select 1 from users u where u.id = $2)
   on conflict (id) do update
     set content = excluded.content, answer = excluded.answer, created_date = excluded.created_date`,
);

/** `$1` is the current time. */
const sweepKept = statement.write(
  'sweep_kept_answers',
  `delete from kept_answer where created_date <= $1::timestamptz - interval '${keptHours} hours'`,
);

/** Removes expired answers. */
export async function sweepKeptAnswers({ database, now }: Pick<ProcessContext, 'database' | 'now'>): Promise<void> {
  await database.unhurried.all(sweepKept, [now()]);
}
