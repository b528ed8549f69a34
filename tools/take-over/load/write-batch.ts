import { statement } from '../../../src/platform/database/statement.ts';
import type { Statement } from '../../../src/platform/database/statement.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Transaction } from '@runners/postgres';
import type { RecordOf } from '../bundle/files.ts';
import type { Finding } from '../bundle/read-value.ts';
import { beSilent } from '../../../src/domain/taking-over/silence.ts';
import { isGivenHere } from './given-here.ts';
import { reason } from './kind.ts';
import type { Kind, Row } from './kind.ts';
import { kinds } from './kinds.ts';
import type { LoadedFile } from './kinds.ts';
import { isWhole, marksIn } from '../../../src/domain/taking-over/marks.ts';
import { ledger } from './ledger.ts';
import type { Known } from './ledger.ts';

/** A record of a bundle on its way into the database. */
export interface Item {
  line: number;
  /** The number by which the ledger knows it. */
  id: number;
  record: RecordOf<LoadedFile>;
  /** The digest of the record and of the files that it names, hexadecimal. */
  own: string;
  /** The same with what its row inherits from other records (`withInherited`): the digest in the ledger. */
  content: string;
  /** About how many characters it has. */
  characters: number;
  notes: Finding[];
}

/** A row that is to be stored, with the item from which it was made. */
export interface Ready {
  item: Item;
  row: Row;
  /** What was changed about it when the row was made, as sentences. */
  notes: readonly string[];
  /** What the ledger knows of it, if it was loaded before. */
  known: Known | undefined;
  /** Of a record that is here, the marks by which it was decided what is written. */
  seen?: string | undefined;
  /** Of a record that was changed at both services (`merge.ts`), what the ledger is to know of it. */
  after?: { content: string; state: string };
  /** What stays as it is here, as sentences. */
  stays?: readonly string[];
  /** Whether nothing but the ledger is to be written. */
  isSettled?: boolean;
}

/** Whoever loads waits here for whoever loads beside. */
const takeTurn = statement.write<{ waited: string }>(
  'take_over_turn',
  'select pg_advisory_xact_lock(7202611)::text as waited',
);

const locks = new Map(
  Object.values(kinds).flatMap(({ tables }) =>
    tables.map(({ name }) => [
      name,
      statement.write<{ id: number }>(
        `take_over_lock_${name}`,
        `select id from ${name} where id = any($1::bigint[]) order by id for update`,
        reason,
      ),
    ]),
  ),
);

/** Has nobody change the rows of records until the end of the transaction. */
export async function lock(tx: Transaction, name: LoadedFile, ids: readonly number[]): Promise<void> {
  if (!kinds[name].stored) return;
  for (const table of kinds[name].tables) await tx.all(locks.get(table.name)!, [ids]);
}

/** Runs a transaction of which no live event and no notification comes. It has no limit of time. */
export function silently<T>(database: Database, work: (tx: Transaction) => Promise<T>): Promise<T> {
  return database.transaction(
    async (tx) => {
      await tx.one(takeTurn, []);
      await tx.one(beSilent, []);
      return work(tx);
    },
    { unhurried: true },
  );
}

/** The SQLSTATE classes of values that a table does not take: values that come twice, data, and constraints. */
export const isRefusal = (error: unknown) => /^2[123]/.test(codeOf(error));
const refusals: Readonly<Record<string, Refusal>> = { '23505': 'taken', '23503': 'missing' };
const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '');

/**
 * Why a row is refused: another record has the same value, it refers to one that is not there, its id is that of a record of others, or
 * anything else.
 */
export type Refusal = 'taken' | 'missing' | 'foreign' | 'other';

/**
 * Stores rows in one transaction, with their entry in the ledger. If a table refuses one, they are stored by halves, so that the
 * others are stored all the same.
 * @param refuse called for each row that is not stored, with the reason as a sentence
 * @returns the ids of rows that people have changed here since they were seen, of which nothing is stored
 */
export async function writeBatch(
  database: Database,
  name: LoadedFile,
  ready: readonly Ready[],
  refuse: (item: Item, sentence: string, why: Refusal) => void,
): Promise<ReadonlySet<number>> {
  if (ready.length === 0) return new Set();
  try {
    const { stored, changed } = await silently(database, async (tx) => {
      const changed = await changedMeanwhile(tx, name, ready);
      const others = ready.filter(({ row }) => !changed.has(row.id));
      return { stored: await writeRows(tx, name, others), changed };
    });
    for (const { item, row } of ready)
      if (!stored.has(row.id) && !changed.has(row.id)) refuse(item, isGivenHere, 'foreign');
    return changed;
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (ready.length === 1) {
      refuse(ready[0]!.item, sentenceOf(error), refusals[codeOf(error)] ?? 'other');
      return new Set();
    }
    const half = ready.length >> 1;
    const changed = await writeBatch(database, name, ready.slice(0, half), refuse);
    return new Set([...changed, ...(await writeBatch(database, name, ready.slice(half), refuse))]);
  }
}

/** Locks the rows that are to be changed, and finds those that are no longer as they were seen. */
async function changedMeanwhile(tx: Transaction, name: LoadedFile, ready: readonly Ready[]): Promise<Set<number>> {
  const here = ready.filter(({ known, isSettled }) => known && !isSettled);
  if (here.length === 0 || !kinds[name].stored) return new Set();
  const ids = here.map(({ row }) => row.id);
  await lock(tx, name, ids);
  const now = await ledger.marks(tx, name, ids);
  return new Set(here.filter(({ row, seen }) => now!.get(row.id) !== seen).map(({ row }) => row.id));
}

async function writeRows(tx: Transaction, name: LoadedFile, ready: readonly Ready[]): Promise<Set<number>> {
  const { write, losers, followers = {} } = kinds[name] as Kind<LoadedFile>;
  const changed = ready.filter(({ isSettled }) => !isSettled);
  const given = JSON.stringify(changed.map(({ row }) => row));
  const touched: (() => Promise<void>)[] = [];
  // What has lost something was not changed by its owner, and a bundle that says otherwise gives it back.
  if (losers) touched.push(await beforeChange(tx, name, losers, given, ''));
  if (ready.some(({ known }) => known))
    for (const [of, read] of Object.entries(followers))
      touched.push(await beforeChange(tx, of as LoadedFile, read, given, null));
  const stored = new Set((await tx.all(write, [given])).map(({ id }) => id));
  for (const note of touched) await note();
  for (const { row, isSettled } of ready) if (isSettled) stored.add(row.id);
  const noted = ready.filter(({ row }) => stored.has(row.id));
  await ledger.write(
    tx,
    name,
    noted.map(({ item, after }) => ({ id: item.id, content: item.content, ...after })),
  );
  return stored;
}

/**
 * Reads the marks of the records that a change of others will touch. What is returned has the ledger know those that they have afterwards,
 * of the fields that were as they were loaded.
 */
async function beforeChange(
  tx: Transaction,
  name: LoadedFile,
  touched: Statement<{ id: number }>,
  given: string,
  content: string | null,
): Promise<() => Promise<void>> {
  const ids = (await tx.all(touched, [given])).map(({ id }) => id);
  if (ids.length === 0) return async () => {};
  const known = await ledger.find(tx, name, ids);
  const asLoaded = await ledger.asLoaded(tx, name, known);
  const before = await ledger.marks(tx, name, ids);
  return async () => {
    const now = await ledger.marks(tx, name, ids);
    const rows = known.map(({ id, state, content: own }) => {
      const after = now!.get(id) ?? '';
      return {
        id,
        content: content ?? own,
        state: asLoaded.has(id) ? after : followed(state, before!.get(id) ?? '', after),
      };
    });
    await ledger.write(tx, name, rows);
  };
}

/** The state of a record of which some fields were changed here, after others were changed by the bundle. */
function followed(state: string, before: string, after: string): string {
  if (isWhole(state)) return state;
  const [loaded, former] = [marksIn(state), marksIn(before)];
  for (const [tag, marks] of marksIn(after)) {
    const [mark] = former.get(tag) ?? [];
    if (mark !== marks[0] && loaded.get(tag)?.includes(mark!)) loaded.set(tag, marks);
  }
  return [...loaded.values()].flat().join('');
}

function sentenceOf(error: unknown): string {
  const { message, constraint } = error as { message: string; constraint?: string };
  if (codeOf(error) === '23505') return `another record here has the same value (${constraint ?? message})`;
  if (codeOf(error) === '23503') return `it refers to a record that was refused or deleted (${constraint ?? message})`;
  return `the database refuses it: ${message}`;
}
