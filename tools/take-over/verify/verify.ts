import type { AnyRecord } from '../bundle/files.ts';
import { readRecords } from '../bundle/read-records.ts';
import type { FileName } from '../bundle/field.ts';
import { Unusable } from '../bundle/unusable.ts';
import type { Around } from '../load/around.ts';
import { knownBefore } from '../load/known-before.ts';
import type { ProcessContext } from '../../../src/domain/context.ts';
import { changeOf } from '../load/conflicts.ts';
import type { Keepers } from '../load/conflicts.ts';
import { lineFrom } from '../load/routes.ts';
import { kinds, ledgerId, preparedRow } from '../load/kinds.ts';
import type { LoadedFile } from '../load/kinds.ts';
import type { Row, Values } from '../load/kind.ts';
import { ledger } from '../load/ledger.ts';
import { triedOut } from '../load/merge.ts';
import { differencesOf } from './compare.ts';
import type { Difference } from './compare.ts';
import { computedTotals, totalMoments } from './totals.ts';
import { takeOverState } from '../../../src/domain/taking-over/preparing.ts';

/** What was compared of a file. */
export interface Verified {
  /** Records that were read. */
  read: number;
  /** Those that are here as the bundle has them. */
  same: number;
  differing: number;
  /** Those that are not here. */
  missing: number;
  /** Those that the bundle has so that they are refused. */
  refused: number;
  /** Those that were changed here since they were loaded. Nothing can be while it is being prepared. */
  kept: number;
  /** Of the records that were compared, the sums of numbers and of the lengths of lists, by field. */
  sums: Record<string, { bundle: number; here: number }>;
}

/** A record that is not as the bundle has it. */
export interface Differing {
  file: FileName;
  line: number;
  id: number;
  /** None if the record is missing. */
  differences: readonly Difference[];
}

/** What a verification is given besides the bundle. */
export interface VerifyOptions extends Omit<Around, 'storePicture' | 'lineOf'> {
  database: ProcessContext['database'];
  /** Whether the bundle has everything, so that a reference to something that it lacks leads to nothing. */
  isComplete: boolean;
  keepers: Keepers;
  report: (differing: Differing) => void | Promise<void>;
}

/** The options with what is known of the database. */
interface Verifying extends VerifyOptions {
  isPreparing: boolean;
}

interface Waiting {
  line: number;
  id: number;
  record: AnyRecord;
}

/** The most that is compared at a time: records, and points of their tracks. */
const together = { records: 500, points: 200_000 };

/** About how many points the track of a record has; of one in a file, as many as an hour and a half has. */
function pointsOf(record: AnyRecord): number {
  if ('points' in record && record.points) return 'time' in record.points ? record.points.time.length : 0;
  return 'gpx' in record && record.gpx !== null ? 5400 : 0;
}

/**
 * Reads back everything that a bundle has brought, and compares each record with the bundle: texts, moments, points, likes in their
 * order, keys, members. Old totals are compared with those that were computed. It writes nothing.
 */
export async function verifyBundle(given: VerifyOptions): Promise<Map<FileName, Verified>> {
  const { bundle, database } = given;
  const { preparingSince } = await takeOverState(database);
  // What was filled with the moment of an earlier bundle is not compared with that of this one.
  const options: Verifying = { ...given, taken: '', isPreparing: preparingSince !== null };
  const change = await changeOf(bundle, options.keepers);
  const known = await knownBefore(given);
  const all = new Map<FileName, Verified>();
  for (const name of bundle.records.keys()) {
    const counts: Verified = { read: 0, same: 0, differing: 0, missing: 0, refused: 0, kept: 0, sums: {} };
    all.set(name, counts);
    let waiting: Waiting[] = [];
    let points = 0;
    const compare = async () => {
      const some = waiting;
      [waiting, points] = [[], 0];
      if (some.length > 0)
        await (name === 'stats' ? compareTotals(options, some, counts) : compareRecords(options, name, some, counts));
    };
    for await (const { line, record } of readRecords(bundle, name, known, change)) {
      counts.read++;
      if (record === null) counts.refused++;
      else {
        waiting.push({ line, id: idOf(name, record as AnyRecord), record: record as AnyRecord });
        points += pointsOf(record as AnyRecord);
      }
      if (waiting.length >= together.records || points >= together.points) await compare();
    }
    await compare();
  }
  return all;
}

function idOf(name: FileName, record: AnyRecord): number {
  return name === 'stats' ? (record as { user: number }).user : ledgerId(name, record as never);
}

async function compareRecords(
  options: Verifying,
  name: LoadedFile,
  waiting: readonly Waiting[],
  counts: Verified,
): Promise<void> {
  const { isPreparing, database } = options;
  const { unhurried } = database;
  const ids = waiting.map(({ id }) => id);
  const loaded = await ledger.find(unhurried, name, ids);
  const asLoaded = await ledger.asLoaded(unhurried, name, loaded);
  const isLoaded = new Set(loaded.map(({ id }) => id));
  const { stored } = kinds[name];
  const read = stored ? await unhurried.all(stored.values, [ids]) : [];
  const found = new Map(read.map(({ id, row }) => [id, row]));
  // Pictures are compared by their digests, so their files are not stored.
  const around: Around = { ...options, storePicture: async () => '', lineOf: lineFrom(database) };
  const absent = new Map<number, { line: number; row: Row }>();
  for (const { line, id, record } of waiting) {
    const row = found.get(id);
    if (!isLoaded.has(id) || (stored && !row && isPreparing)) {
      const own = await rowOf(name, record, around);
      if (own) absent.set(id, { line, row: own });
      else counts.refused++;
    } else if (!asLoaded.has(id) && !isPreparing) counts.kept++;
    else {
      const expected = await rowOf(name, record, around);
      // What a later bundle has in a form that is refused stays as it was loaded first.
      if (!expected) {
        counts.refused++;
        continue;
      }
      const differences = row && stored ? differencesOf(expected, row, stored.moments) : [];
      if (row) addSums(counts.sums, expected, row);
      if (differences.length === 0) counts.same++;
      else {
        counts.differing++;
        await options.report({ file: name, line, id, differences });
      }
    }
  }
  await countAbsent(options, name, absent, counts);
}

/** Counts records that are not here: they are missing, or refused, as when what they belong to was deleted here since the opening. */
async function countAbsent(
  { database, report, isPreparing }: Verifying,
  name: LoadedFile,
  absent: ReadonlyMap<number, { line: number; row: Row }>,
  counts: Verified,
): Promise<void> {
  const rows = isPreparing ? [] : [...absent.values()].map(({ row }) => row);
  const taken = await triedOut(database, name, rows, async (_, ids) => new Map(ids.map((id) => [id, true])));
  for (const [id, { line }] of absent) {
    const isMissing = isPreparing || taken.has(id);
    counts[isMissing ? 'missing' : 'refused']++;
    if (isMissing) await report({ file: name, line, id, differences: [] });
  }
}

/** Adds the numbers and the lengths of lists that both sides have. */
function addSums(sums: Verified['sums'], expected: Readonly<Record<string, unknown>>, found: Values): void {
  for (const [field, value] of Object.entries(found)) {
    const [bundle, here] = [summand(expected[field]), summand(value)];
    if (bundle === null || here === null || /(?:^|_)id$/.test(field)) continue;
    const sum = (sums[field] ??= { bundle: 0, here: 0 });
    sum.bundle += bundle;
    sum.here += here;
  }
}

function summand(value: unknown): number | null {
  if (Array.isArray(value)) return value.length;
  return typeof value === 'number' ? value : null;
}

/** The row of a record; null if it cannot be stored, as far as the record tells by itself. */
async function rowOf(name: LoadedFile, record: AnyRecord, around: Around): Promise<Row | null> {
  try {
    return (await preparedRow(name, record, around)).row;
  } catch (error) {
    if (error instanceof Unusable) return null;
    throw error;
  }
}

async function compareTotals(
  { database, report }: VerifyOptions,
  waiting: readonly Waiting[],
  counts: Verified,
): Promise<void> {
  const rows = await database.unhurried.all(computedTotals, [waiting.map(({ id }) => id)]);
  const found = new Map(rows.map(({ id, row }) => [id, row]));
  for (const { line, id, record } of waiting) {
    const row = found.get(id);
    // The old service need not have had all totals.
    const said = Object.fromEntries(
      Object.entries(record).filter(([name, value]) => value !== null && name !== 'user'),
    );
    const differences = row ? differencesOf(said, row, totalMoments) : [];
    if (row) addSums(counts.sums, said, row);
    if (row && differences.length === 0) counts.same++;
    else {
      counts[row ? 'differing' : 'missing']++;
      await report({ file: 'stats', line, id, differences });
    }
  }
}
