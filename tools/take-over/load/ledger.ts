import { isWhole, isWholeSql, marksIn } from '../../../src/domain/taking-over/marks.ts';
import { reason } from './kind.ts';
import { statement } from '../../../src/platform/database/statement.ts';
import type { Queries } from '@runners/postgres';
import type { Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import type { LoadedFile } from './kinds.ts';
import { page, pagesOf } from './pages.ts';

const find = statement.read<{ id: number; content: string; state: string }>(
  'take_over_ledger_find',
  `select id, encode(content, 'hex') as content, case when state = '' then coalesce(encode(marks, 'hex'), '') else state end as state from taken_record where kind = $1 and id = any($2::bigint[])`,
  reason,
);
const write = statement.write<{ id: number }>(
  'take_over_ledger_write',
  `insert into taken_record (kind, id, content, state, marks)
   select $1::text, r.id, decode(r.content, 'hex'), case when ${isWholeSql} then r.state else '' end,
     case when not ${isWholeSql} then decode(r.state, 'hex') end from jsonb_to_recordset($2::jsonb) as r(id bigint, content text, state text)
   on conflict (kind, id) do update set content = excluded.content, state = excluded.state, marks = excluded.marks returning id`,
  reason,
);
const forget = statement.write<{ id: number }>(
  'take_over_ledger_forget',
  'delete from taken_record where kind = $1 and id = any($2::bigint[]) returning id',
  reason,
);
const idsAfter = statement.read<{ id: number }>(
  'take_over_ledger_ids',
  `select id from taken_record where kind = $1 and id > $2 ${page}`,
  reason,
);

/** What the ledger knows of a record. */
export interface Known {
  id: number;
  /** The digest of the record as it was read, hexadecimal. */
  content: string;
  /** The marks of what its owner could change, as it was stored, or a digest of all of that (`src/domain/taking-over/marks.ts`), hexadecimal. */
  state: string;
}

/** The records that were taken over (`taken_record`): what they were, by which later bundles are compared. */
export const ledger = {
  /** What is known of the records with these ids. */
  find: (queries: Queries, name: LoadedFile, ids: readonly number[]): Promise<Known[]> =>
    queries.all(find, [name, ids]),

  /** The ids of all records of a file, in parts. */
  async *ids(queries: Queries, name: LoadedFile): AsyncGenerator<number[]> {
    for await (const rows of pagesOf(queries, idsAfter, name)) yield idsOf(rows);
  },

  /** The marks that the records have now, of those that are still here. Null if nothing of them could be changed. */
  async marks(queries: Queries, name: LoadedFile, ids: readonly number[]): Promise<Map<number, string> | null> {
    const { stored } = kinds[name] as Kind<LoadedFile>;
    if (!stored) return null;
    return new Map((await queries.all(stored.marks, [ids])).map(({ id, state }) => [id, state]));
  },

  /** The marks of those of the records that are still here, and as they were taken over, to the letter. */
  async asLoaded(
    queries: Queries,
    name: LoadedFile,
    known: readonly Pick<Known, 'id' | 'state'>[],
  ): Promise<Map<number, string>> {
    const now = await ledger.marks(queries, name, idsOf(known));
    if (now === null) return new Map(idsOf(known).map((id) => [id, '']));
    const whole = idsOf(known.filter(({ state }) => isWhole(state)));
    const former = whole.length === 0 ? [] : await queries.all(kinds[name].stored!.former, [whole]);
    const formerOf = new Map(former.map(({ id, state }) => [id, state]));
    const isSame = ({ id, state }: Pick<Known, 'id' | 'state'>) =>
      isWhole(state) ? formerOf.get(id) === state : now.has(id) && hasNoOther(state, now.get(id)!);
    return new Map(idsOf(known.filter(isSame)).map((id) => [id, now.get(id)!]));
  },

  /** Writes down what was stored: the digest of each record by its id, with other marks than those that it has now if they are given. */
  async write(
    queries: Queries,
    name: LoadedFile,
    stored: readonly { id: number; content: string; state?: string }[],
  ): Promise<void> {
    const now = await ledger.marks(queries, name, idsOf(stored));
    const rows = stored.map((one) => ({ ...one, state: one.state ?? now?.get(one.id) ?? '' }));
    await queries.all(write, [name, JSON.stringify(rows)]);
  },

  forget: (queries: Queries, name: LoadedFile, ids: readonly number[]) => queries.all(forget, [name, ids]),
};

const idsOf = (records: readonly { id: number }[]) => records.map(({ id }) => id);

/** Whether all fields have the marks of a state, and none has a further one there. Fields that it does not know were added since. */
function hasNoOther(state: string, now: string): boolean {
  const before = marksIn(state);
  return [...marksIn(now)].every(([tag, [mark]]) => {
    const own = before.get(tag) ?? [mark];
    return own.length === 1 && own[0] === mark;
  });
}
