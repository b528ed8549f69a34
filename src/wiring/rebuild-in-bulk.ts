import type { Database } from '../platform/database/database.ts';
import type { Transaction } from '@runners/postgres';
import { statement } from '../platform/database/statement.ts';
import { recountConversations } from '../domain/conversations/recount-members.ts';
import { isWithheld } from '../domain/moderation/suspension.queries.ts';
import { countedComments, reason } from './rebuilding.ts';
import { computedFigures, figures } from '../domain/workouts/stats-updates.ts';

/** The numbers that `rebuildAll` computes for many rows at once: `$1` are ids, and rows that are right are not written. */
const inBulk = [
  {
    table: 'stats',
    correct: statement.write<{ id: number }>(
      'rebuild_stats_of_many',
      `update stats s set (${figures()}) = (${computedFigures}) where s.id = any($1::bigint[])
         and row(${figures('s.')}) is distinct from (select row(a.*) from (${computedFigures}) a) returning s.id`,
      reason,
    ),
  },
  {
    table: 'post',
    correct: statement.write<{ id: number }>(
      'rebuild_comment_counts_of_many',
      `update post p set comment_count = ${countedComments}
       where p.id = any($1::bigint[]) and p.comment_count <> ${countedComments} returning p.id`,
      reason,
    ),
  },
  ...(['post', 'comment'] as const).map((table) => ({
    table,
    correct: statement.write<{ id: number }>(
      `rebuild_withheld_${table}s_of_many`,
      `update ${table} o set withheld = not withheld where o.id = any($1::bigint[]) and withheld <> ${isWithheld[table]('o')} returning o.id`,
      reason,
    ),
  })),
  {
    table: 'conversation',
    correct: statement.write<{ id: number }>(
      'rebuild_last_messages_of_many',
      `update conversation c set last_message_id = n.last from (
         select o.id, coalesce((select max(m.id) from message m where m.conversation_id = o.id), 0) as last
         from conversation o where o.id = any($1::bigint[])
       ) n where c.id = n.id and c.last_message_id <> n.last returning c.id`,
      reason,
    ),
  },
  { table: 'conversation', correct: recountConversations },
] as const;

/** So many rows are computed in one transaction. */
const manyTogether = 2000;

/**
 * Computes the numbers that loading many rows leaves behind, for all rows, without the locks of single writes: nobody may write
 * meanwhile, except the caller. Likes and lists of friends are kept by whatever writes them.
 * @param transaction runs each step in a transaction
 */
export async function rebuildAll(
  { unhurried }: Database,
  transaction: (work: (tx: Transaction) => Promise<unknown>) => Promise<void>,
): Promise<void> {
  for (const { table, correct } of inBulk) {
    const page = statement.read<{ id: number }>(
      `rebuild_page_of_${table}`,
      `select id from ${table} where id > $1 order by id limit ${manyTogether}`,
      reason,
    );
    for (let after = 0; ;) {
      const ids = (await unhurried.all(page, [after])).map(({ id }) => id);
      if (ids.length === 0) break;
      await transaction((tx) => tx.all<unknown>(correct, [ids]));
      after = ids.at(-1) as number;
    }
  }
}
