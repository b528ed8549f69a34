import { statement } from '../../platform/database/statement.ts';
import type { Statement } from '../../platform/database/statement.ts';
import type { Database, Transaction } from '../../platform/database/database.ts';
import type { RecordOf } from '../bundle/files.ts';
import type { Finding } from '../bundle/read-value.ts';
import { beSilent } from '../silence.ts';
import type { Kind, Row } from './kind.ts';
import { kinds } from './kinds.ts';
import type { LoadedFile } from './kinds.ts';
import { ledger } from './ledger.ts';

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
  /** Whether it was loaded before. */
  isKnown: boolean;
}

/** Whoever loads waits here for whoever loads beside. */
const takeTurn = statement.write<{ waited: string }>(
  'take_over_turn',
  'select pg_advisory_xact_lock(7202611)::text as waited',
);

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
const isRefusal = (error: unknown) => /^2[123]/.test(codeOf(error));
const refusals: Readonly<Record<string, Refusal>> = { '23505': 'taken', '23503': 'missing' };
const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '');

/** Why the database refuses a row: another record has the same value, it refers to one that is not there, or anything else. */
export type Refusal = 'taken' | 'missing' | 'other';

/**
 * Stores rows in one transaction, with their entry in the ledger. If a table refuses one, they are stored by halves, so that the
 * others are stored all the same.
 * @param refuse called for each row that is not stored, with the reason as a sentence
 */
export async function writeBatch(
  database: Database,
  name: LoadedFile,
  ready: readonly Ready[],
  refuse: (item: Item, sentence: string, why: Refusal) => void,
): Promise<void> {
  if (ready.length === 0) return;
  try {
    const stored = await silently(database, (tx) => writeRows(tx, name, ready));
    for (const { item, row } of ready)
      if (!stored.has(row.id)) refuse(item, 'its id is that of a record here that was not taken over', 'other');
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (ready.length === 1) return refuse(ready[0]!.item, sentenceOf(error), refusals[codeOf(error)] ?? 'other');
    const half = ready.length >> 1;
    await writeBatch(database, name, ready.slice(0, half), refuse);
    await writeBatch(database, name, ready.slice(half), refuse);
  }
}

async function writeRows(tx: Transaction, name: LoadedFile, ready: readonly Ready[]): Promise<Set<number>> {
  const { write, losers, followers = {} } = kinds[name] as Kind<LoadedFile>;
  const given = JSON.stringify(ready.map(({ row }) => row));
  const untouched: { of: LoadedFile; contents: Map<number, string> }[] = [];
  const note = async (of: LoadedFile, touched: Statement<{ id: number }>, content: string | null) => {
    const ids = (await tx.all(touched, [given])).map(({ id }) => id);
    if (ids.length === 0) return;
    const known = await ledger.find(tx, of, ids);
    const asLoaded = await ledger.asLoaded(tx, of, known);
    const kept = known.filter(({ id }) => asLoaded.has(id));
    untouched.push({ of, contents: new Map(kept.map((one) => [one.id, content ?? one.content])) });
  };
  // What has lost something was not changed by its owner, and a bundle that says otherwise gives it back.
  if (losers) await note(name, losers, '');
  if (ready.some(({ isKnown }) => isKnown))
    for (const [of, touched] of Object.entries(followers)) await note(of as LoadedFile, touched, null);
  const stored = new Set((await tx.all(write, [given])).map(({ id }) => id));
  for (const { of, contents } of untouched) await ledger.write(tx, of, contents);
  const contents = ready.filter(({ row }) => stored.has(row.id)).map(({ item }) => [item.id, item.content] as const);
  await ledger.write(tx, name, new Map(contents));
  return stored;
}

function sentenceOf(error: unknown): string {
  const { message, constraint } = error as { message: string; constraint?: string };
  if (codeOf(error) === '23505') return `another record here has the same value (${constraint ?? message})`;
  if (codeOf(error) === '23503') return `it refers to a record that was refused or deleted (${constraint ?? message})`;
  return `the database refuses it: ${message}`;
}
