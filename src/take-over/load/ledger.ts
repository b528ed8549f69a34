import { reason } from './kind.ts';
import { statement } from '../../platform/database/statement.ts';
import type { Queries } from '../../platform/database/statement.ts';
import type { Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import type { LoadedFile } from './kinds.ts';

const find = statement.read<{ id: number; content: string; state: string }>(
  'take_over_ledger_find',
  `select id, encode(content, 'hex') as content, state from taken_record where kind = $1 and id = any($2::bigint[])`,
  reason,
);
const write = statement.write<{ id: number }>(
  'take_over_ledger_write',
  `insert into taken_record (kind, id, content, state)
   select $1::text, r.id, decode(r.content, 'hex'), r.state from jsonb_to_recordset($2::jsonb) as r(id bigint, content text, state text)
   on conflict (kind, id) do update set content = excluded.content, state = excluded.state returning id`,
  reason,
);
const forget = statement.write<{ id: number }>(
  'take_over_ledger_forget',
  'delete from taken_record where kind = $1 and id = any($2::bigint[]) returning id',
  reason,
);
const after = statement.read<{ id: number; state: string }>(
  'take_over_ledger_after',
  'select id, state from taken_record where kind = $1 and id > $2 order by id limit 1000',
  reason,
);

const idsAfter = statement.read<{ id: number }>(
  'take_over_ledger_ids',
  'select id from taken_record where kind = $1 and id > $2 order by id limit 50000',
  reason,
);

/** What the ledger knows of a record. */
interface Known {
  id: number;
  /** The digest of the record as it was read, hexadecimal. */
  content: string;
  /** The digest of what its owner could change, as it was stored. */
  state: string;
}

/** The records that were taken over (`taken_record`): what they were, by which later bundles are compared. */
export const ledger = {
  /** What is known of the records with these ids. */
  find: (queries: Queries, name: LoadedFile, ids: readonly number[]): Promise<Known[]> =>
    queries.all(find, [name, ids]),

  /** The ids of all records of a file, in parts. */
  async *ids(queries: Queries, name: LoadedFile): AsyncGenerator<number[]> {
    for (let last = 0; ;) {
      const ids = (await queries.all(idsAfter, [name, last])).map(({ id }) => id);
      if (ids.length === 0) return;
      yield ids;
      last = ids.at(-1)!;
    }
  },

  /** Those of the records that are still here, and as they were taken over. */
  async asLoaded(
    queries: Queries,
    name: LoadedFile,
    known: readonly Pick<Known, 'id' | 'state'>[],
  ): Promise<Set<number>> {
    const ids = known.map(({ id }) => id);
    const now = await statesOf(queries, name, ids);
    return new Set(now === null ? ids : known.filter(({ id, state }) => now.get(id) === state).map(({ id }) => id));
  },

  /** Writes down what was stored: the digest of each record by its id. */
  async write(queries: Queries, name: LoadedFile, contents: ReadonlyMap<number, string>): Promise<void> {
    const states = await statesOf(queries, name, [...contents.keys()]);
    const rows = [...contents].map(([id, content]) => ({ id, content, state: states?.get(id) ?? '' }));
    await queries.all(write, [name, JSON.stringify(rows)]);
  },

  /** The records after an id, a thousand at a time. */
  after: (queries: Queries, name: LoadedFile, id: number) => queries.all(after, [name, id]),

  forget: (queries: Queries, name: LoadedFile, ids: readonly number[]) => queries.all(forget, [name, ids]),
};

async function statesOf(
  queries: Queries,
  name: LoadedFile,
  ids: readonly number[],
): Promise<Map<number, string> | null> {
  const { states } = kinds[name] as Kind<LoadedFile>;
  if (!states) return null;
  return new Map((await queries.all(states, [ids])).map(({ id, state }) => [id, state]));
}
