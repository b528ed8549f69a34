import { statement } from '../../platform/database/statement.ts';
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
  /** The digest of the record, hexadecimal. */
  content: string;
  notes: Finding[];
}

/** A row that is to be stored, with the item from which it was made. */
export interface Ready {
  item: Item;
  row: Row;
  /** What was changed about it when the row was made, as sentences. */
  notes: readonly string[];
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
const codeOf = (error: unknown) => String((error as { code?: unknown }).code ?? '');

/**
 * Stores rows in one transaction, with their entry in the ledger. If a table refuses one, they are stored by halves, so that the
 * others are stored all the same.
 * @param refuse called for each row that is not stored, with the reason as a sentence, and whether another record has the same value
 */
export async function writeBatch(
  database: Database,
  name: LoadedFile,
  ready: readonly Ready[],
  refuse: (item: Item, why: string, isTaken: boolean) => void,
): Promise<void> {
  if (ready.length === 0) return;
  try {
    const stored = await silently(database, (tx) => writeRows(tx, name, ready));
    for (const { item, row } of ready)
      if (!stored.has(row.id)) refuse(item, 'its id is that of a record here that was not taken over', false);
  } catch (error) {
    if (!isRefusal(error)) throw error;
    if (ready.length === 1) return refuse(ready[0]!.item, sentenceOf(error), codeOf(error) === '23505');
    const half = ready.length >> 1;
    await writeBatch(database, name, ready.slice(0, half), refuse);
    await writeBatch(database, name, ready.slice(half), refuse);
  }
}

async function writeRows(tx: Transaction, name: LoadedFile, ready: readonly Ready[]): Promise<Set<number>> {
  const { write, losers } = kinds[name] as Kind<LoadedFile>;
  const given = JSON.stringify(ready.map(({ row }) => row));
  const losing = losers ? await tx.all(losers, [given]) : [];
  const known = await ledger.find(
    tx,
    name,
    losing.map(({ id }) => id),
  );
  const asLoaded = await ledger.asLoaded(tx, name, known);
  const rows = await tx.all(write, [given]);
  const stored = new Set(rows.map(({ id }) => id));
  // What has lost something was not changed by its owner, and a bundle that says otherwise gives it back.
  const contents = new Map([...asLoaded].map((id) => [id, '']));
  for (const { item, row } of ready) if (stored.has(row.id)) contents.set(item.id, item.content);
  await ledger.write(tx, name, contents);
  return stored;
}

function sentenceOf(error: unknown): string {
  const { message, constraint } = error as { message: string; constraint?: string };
  if (codeOf(error) === '23505') return `another record here has the same value (${constraint ?? message})`;
  if (codeOf(error) === '23503') return `it refers to a record that was refused or deleted (${constraint ?? message})`;
  return `the database refuses it: ${message}`;
}
