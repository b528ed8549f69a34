import { files } from '../bundle/files.ts';
import { reason } from './kind.ts';
import { kinds } from './kinds.ts';
import type { LoadedFile } from './kinds.ts';
import { statement } from '../../../src/platform/database/statement.ts';
import type { Database } from '../../../src/platform/database/database.ts';

/** The columns with ids that new rows of a table must not have: new users have the ids of their parts. */
const taken: Readonly<Record<string, string>> = {
  users: 'greatest(max(id), max(profile_id), max(preferences_id), max(stats_id))',
};

const move = (table: string) =>
  statement.write<{ moved: number }>(
    `take_over_sequence_of_${table}`,
    `select setval('${table}_id_seq', greatest(m.highest, s.last_value) + $1)::bigint as moved
     from (select ${taken[table] ?? 'max(id)'} as highest from ${table}) m, ${table}_id_seq s
     where $1 > 0 or m.highest > s.last_value or (m.highest = s.last_value and not s.is_called)`,
    reason,
  );

/** Those of the tables whose ids a bundle brings. */
const moves = (Object.keys(kinds) as LoadedFile[]).flatMap((name) =>
  'id' in files[name].fields ? move(kinds[name].tables[0]!.name) : [],
);

/**
 * Has new ids begin above those that were taken over.
 * @param apart so many ids are left to the old service, where both go on being used
 */
export async function moveSequences(database: Database, apart = 0): Promise<void> {
  for (const move of moves) await database.unhurried.one(move, [apart]);
}
