import { isWhole, marksIn, tagOf } from '../../../src/domain/taking-over/marks.ts';
import type { Database } from '../../../src/platform/database/database.ts';
import type { Queries, Transaction } from '@runners/postgres';
import type { Kind, Row, Values } from './kind.ts';
import { kinds } from './kinds.ts';
import type { LoadedFile } from './kinds.ts';
import { ledger } from './ledger.ts';
import { isRefusal, silently } from './write-batch.ts';
import type { Ready } from './write-batch.ts';

/** A record as it is stored: its marks and its values. */
interface AsStored {
  state: string;
  row: Values;
}

/** From the narrowest on. */
const privacies: readonly unknown[] = ['private', 'friends', 'public'];

/**
 * The rows of records that were changed here since they were loaded, and which a later bundle has otherwise. Each field is that of the
 * service that has changed it. If both have, the value here stays and is named, but what the bundle takes away is taken away: keys, the
 * account of somebody who is suspended, and a wider privacy. The same is taken away by a row that is refused as a whole.
 */
export async function mergeChanged(
  database: Database,
  name: LoadedFile,
  ready: readonly Ready[],
  { isRefused = false } = {},
): Promise<Ready[]> {
  if (ready.length === 0) return [];
  const rows = ready.map(({ row }) => row);
  const here = await storedNow(
    database.unhurried,
    name,
    rows.map(({ id }) => id),
  );
  // How they would be stored if nothing had been changed here.
  const there = await triedOut(database, name, isRefused ? [] : rows, (tx, ids) => storedNow(tx, name, ids));
  return ready.map((one) => {
    const [mine, theirs] = [here.get(one.row.id), there.get(one.row.id)];
    // What would be refused is refused, with the reason.
    if (mine && !theirs && !isRefused) return { ...one, seen: mine.state };
    if (mine) return mergedOne(kinds[name] as Kind<LoadedFile>, one, mine, theirs);
    const { state } = one.known!;
    const stays = ['was deleted here since it was loaded, and stays so'];
    return { ...one, isSettled: true, after: { content: one.item.content, state }, stays };
  });
}

async function storedNow(queries: Queries, name: LoadedFile, ids: readonly number[]): Promise<Map<number, AsStored>> {
  const states = await ledger.marks(queries, name, ids);
  const rows = await queries.all((kinds[name] as Kind<LoadedFile>).stored!.values, [ids]);
  return new Map(rows.map(({ id, row }) => [id, { state: states!.get(id) ?? '', row }]));
}

const undone = new Error('What was tried is undone.');

/**
 * Tries to store rows, and undoes it.
 * @param look reads what is stored then of those with the ids
 * @returns that of the rows that the tables take
 */
export async function triedOut<Seen>(
  database: Database,
  name: LoadedFile,
  tried: readonly Row[],
  look: (tx: Transaction, ids: number[]) => Promise<ReadonlyMap<number, Seen>>,
): Promise<ReadonlyMap<number, Seen>> {
  let seen: ReadonlyMap<number, Seen> = new Map();
  if (tried.length === 0) return seen;
  try {
    await silently(database, async (tx) => {
      const ids = await tx.all((kinds[name] as Kind<LoadedFile>).write, [JSON.stringify(tried)]);
      seen = await look(
        tx,
        ids.map(({ id }) => id),
      );
      throw undone;
    });
  } catch (error) {
    if (error === undone) return seen;
    if (!isRefusal(error)) throw error;
  }
  if (tried.length === 1) return new Map();
  const half = tried.length >> 1;
  const first = await triedOut(database, name, tried.slice(0, half), look);
  return new Map([...first, ...(await triedOut(database, name, tried.slice(half), look))]);
}

function mergedOne(kind: Kind<LoadedFile>, one: Ready, here: AsStored, there: AsStored | undefined): Ready {
  const { content, state: known } = one.known!;
  const [loaded, now, then] = [isWhole(known) ? '' : known, here.state, there?.state ?? ''].map(marksIn);
  const row: Row & Record<string, unknown> = { ...one.row };
  const stays: string[] = [];
  let [state, isSettled] = ['', true];
  for (const [field, columns] of kind.stored!.fields) {
    const before = loaded!.get(tagOf(field)) ?? [];
    const [mark = ''] = now!.get(tagOf(field)) ?? [];
    const [other] = then!.get(tagOf(field)) ?? [];
    const isSameThere = other !== undefined && before.includes(other);
    const isSameHere = !isWhole(known) && (before.length === 0 || before.includes(mark));
    state += isSameThere ? before.join('') : (other ?? '');
    const isTheirs = other === mark || (other !== undefined && isSameHere && !isSameThere);
    for (const column of columns)
      if (!isTheirs) row[column] = here.row[column];
      else if (!(column in row)) row[column] = there!.row[column];
    // The row of somebody whose account stays as it is says nothing of it.
    if (!isTheirs && field === 'is_active') row[field] = null;
    if (other === mark || isSameThere) continue;
    const less = isTheirs ? undefined : lessOf(field, here.row[field], one.row[field] ?? there?.row[field]);
    if (less !== undefined) row[field] = less;
    if (isTheirs || less !== undefined) isSettled = false;
    if (!isTheirs && there && (less === undefined || hasMore(one.row[field], less)))
      stays.push(`${field} was changed here since it was loaded, which stays`);
  }
  Object.assign(row, kind.settle?.(row, here.row, there?.row ?? {}));
  const after = there ? { content: one.item.content, state } : { content, state: known };
  return { ...one, row, after, stays, isSettled, seen: here.state };
}

/** Whether a list of keys of the bundle has some that are not taken over again. */
const hasMore = (given: unknown, left: unknown) =>
  Array.isArray(given) && Array.isArray(left) && given.some((one) => !left.includes(one));

/** What is left of a field that was changed here after a bundle takes something of it away; undefined if it takes nothing. */
function lessOf(field: string, here: unknown, there: unknown): unknown {
  if (field === 'is_active') return there === false ? false : undefined;
  if (field === 'privacy') {
    const [mine, theirs] = [privacies.indexOf(here), privacies.indexOf(there)];
    return theirs !== -1 && theirs < mine ? there : undefined;
  }
  if (field !== 'keys') return undefined;
  const left = (here as string[]).filter((key) => (there as string[]).includes(key));
  return left.length < (here as string[]).length ? left : undefined;
}
