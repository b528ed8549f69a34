import { reason } from './kind.ts';
import { statement } from '../../../src/platform/database/statement.ts';
import type { Database } from '../../../src/platform/database/database.ts';

/** The tables whose ids a bundle brings. */
const tables = [
  'users',
  'friendship',
  'workout',
  'post',
  'picture',
  'comment',
  'conversation',
  'message',
  'route',
  'event',
  'event_participant',
  'event_sponsor',
] as const;

const move = (table: (typeof tables)[number]) =>
  statement.write<{ moved: number }>(
    `take_over_sequence_of_${table}`,
    `select setval('${table}_id_seq', m.highest)::bigint as moved from (select max(id) as highest from ${table}) m, ${table}_id_seq s
     where m.highest > s.last_value or (m.highest = s.last_value and not s.is_called)`,
    reason,
  );

/** Has new ids begin above those that were taken over. */
export async function moveSequences(database: Database): Promise<void> {
  for (const table of tables) await database.unhurried.one(move(table), []);
}
