import { hash } from 'node:crypto';
import { announceTakenOver, beginPreparing } from '../../domain/taking-over/preparing.ts';
import { rebuildAll } from '../../wiring/rebuild-in-bulk.ts';
import { trackHash } from '../../domain/tracks/packed-track.ts';
import { readRecords } from '../bundle/check.ts';
import type { BundleLine } from '../bundle/check.ts';
import type { FileName } from '../bundle/field.ts';
import type { AnyRecord, RecordOf } from '../bundle/files.ts';
import { IdSet } from '../bundle/id-set.ts';
import type { Finding } from '../bundle/read-value.ts';
import { Unusable } from '../bundle/unusable.ts';
import type { Around } from './around.ts';
import { resolverOf } from './conflicts.ts';
import { noCounts } from './counts.ts';
import type { FileCounts, Told } from './counts.ts';
import { ledgerId, preparedRow } from './kinds.ts';
import type { LoadedFile } from './kinds.ts';
import { knownBefore } from './known-before.ts';
import { ledger } from './ledger.ts';
import { removeGone } from './remove-gone.ts';
import { moveSequences } from './sequences.ts';
import { silently, writeBatch } from './write-batch.ts';
import type { Item, Ready } from './write-batch.ts';

/** What a run of the loader is given besides the bundle. */
export interface LoadOptions extends Around {
  /** Whether records of earlier bundles that are missing in this one are removed. */
  isComplete: boolean;
  /** Of people with one address, the ids of those who keep it. */
  keepers: ReadonlySet<number>;
  /** Called with everything that is not simply stored; the loader goes on when the promise is kept. */
  tell: (told: Told) => void | Promise<void>;
  /** Called after each batch. */
  progress?: (file: FileName, counts: FileCounts) => void;
}

/** Numbers of written records of a file after which statistics are collected again: plans that were made for empty tables are slow. */
const collected: ReadonlySet<number> = new Set([1, 10, 100, 1000].map((thousands) => thousands * 1000));

/** So many records of a file are tried again at its end, because another one had a value that it may have given up meanwhile. */
const mostAgain = 1000;

/** The largest batch: each is one transaction. */
const most = { records: 500, characters: 2_000_000 };

/**
 * Loads a bundle: each record is stored, stored with a note, or refused. It reads the whole bundle each time, and the ledger
 * (`taken_record`) says what is there already: so it may be killed and started again at any moment, and a later bundle is a delta.
 * @throws AddressesInConflict before anything is written
 */
export async function loadBundle(options: LoadOptions): Promise<Map<FileName, FileCounts>> {
  const { bundle, database } = options;
  const change = await resolverOf(bundle, options.keepers);
  await beginPreparing(database);
  const known = await knownBefore(options);
  const all = new Map<FileName, FileCounts>();
  const seen = new Map<LoadedFile, IdSet>();
  for (const name of bundle.records.keys()) {
    const counts = noCounts();
    all.set(name, counts);
    const loader = new FileLoader(name, options, counts);
    for await (const line of readRecords(bundle, name, known, change)) await loader.add(line as BundleLine<LoadedFile>);
    await loader.end();
    if (name !== 'stats') seen.set(name, loader.seen);
  }
  if (options.isComplete) await removeGone(database, seen, all, options.tell);
  await rebuildAll(database, (work) => silently(database, async (tx) => void (await work(tx))));
  await moveSequences(database);
  await announceTakenOver(database);
  return all;
}

/** Loads the records of one file in batches. */
class FileLoader {
  readonly seen = new IdSet();
  readonly #name: FileName;
  readonly #options: LoadOptions;
  readonly #counts: FileCounts;
  #batch: Item[] = [];
  #again: Item[] | null = [];
  #characters = 0;

  constructor(name: FileName, options: LoadOptions, counts: FileCounts) {
    this.#name = name;
    this.#options = options;
    this.#counts = counts;
  }

  async add({ line, id, record, notes, faults }: BundleLine<LoadedFile>): Promise<void> {
    this.#counts.read++;
    if (record === null) return this.#tell('refused', line, id, faults.map(sentenceOf));
    if (this.#name === 'stats') {
      this.#counts.stored++;
      return;
    }
    const text = textOf(record);
    const own = ledgerId(this.#name, record as never);
    this.seen.add(own);
    this.#batch.push({ line, id: own, record, content: hash('sha256', text).slice(0, 32), notes });
    this.#characters += text.length + sizeOfTrack(record);
    if (this.#batch.length >= most.records || this.#characters >= most.characters) await this.flush();
  }

  /** Stores what is waiting. */
  async flush(): Promise<void> {
    const batch = this.#batch;
    this.#batch = [];
    this.#characters = 0;
    if (batch.length > 0) await this.#store(batch, this.#name as LoadedFile);
    this.#options.progress?.(this.#name, this.#counts);
  }

  /** Stores the rest, and once more what could not be stored because another record had the same value. */
  async end(): Promise<void> {
    await this.flush();
    const again = this.#again ?? [];
    this.#again = null;
    if (again.length > 0) await this.#store(again, this.#name as LoadedFile);
  }

  async #store(batch: readonly Item[], name: LoadedFile): Promise<void> {
    const { database } = this.#options;
    const found = await ledger.find(
      database.unhurried,
      name,
      batch.map(({ id }) => id),
    );
    const before = new Map(found.map((one) => [one.id, one]));
    const differing = batch.filter(({ id, content }) => before.has(id) && before.get(id)!.content !== content);
    const asLoaded = await ledger.asLoaded(
      database.unhurried,
      name,
      differing.map(({ id }) => before.get(id)!),
    );
    const ready: Ready[] = [];
    for (const item of batch) {
      const old = before.get(item.id);
      if (old?.content === item.content) await this.#accept(item);
      else if (old && !asLoaded.has(item.id)) {
        this.#counts.stored++;
        this.#counts.kept++;
        await this.#tell('kept', item.line, item.id, ['was changed here since it was loaded, which stays']);
      } else {
        const prepared = await this.#prepared(item, name);
        if (prepared) ready.push(prepared);
      }
    }
    const refused = new Map<Item, string>();
    const again = new Set<Item>();
    await writeBatch(database, name, ready, (item, why, isTaken) => {
      if (isTaken && this.#again && this.#again.length + again.size < mostAgain) again.add(item);
      else refused.set(item, why);
    });
    for (const one of batch) if (again.has(one)) this.#again?.push(one);
    let isTime = false;
    for (const { item, notes } of ready) {
      const why = refused.get(item);
      if (why !== undefined) await this.#tell('refused', item.line, item.id, [why]);
      else if (!again.has(item)) {
        this.#counts.written++;
        isTime ||= collected.has(this.#counts.written);
        await this.#accept(item, notes);
      }
    }
    if (isTime) await database.execute({ text: 'analyze', values: [] }, { unhurried: true });
  }

  /** The row of a record, with the notes of making it; null if it was refused. */
  async #prepared(item: Item, name: LoadedFile): Promise<Ready | null> {
    try {
      const { row, notes } = await preparedRow(name, item.record as AnyRecord, this.#options);
      return { item, row, notes };
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      await this.#tell('refused', item.line, item.id, [error.why]);
      return null;
    }
  }

  /** Counts a record that is stored, and tells what was noted when it was read and when its row was made. */
  async #accept({ line, id, notes }: Item, more: readonly string[] = []): Promise<void> {
    const reasons = [...notes.map(sentenceOf), ...more];
    this.#counts[reasons.length > 0 ? 'changed' : 'stored']++;
    if (reasons.length > 0) await this.#tell('changed', line, id, reasons);
  }

  async #tell(what: Told['what'], line: number, id: number | null, reasons: readonly string[]): Promise<void> {
    if (what === 'refused') this.#counts.refused++;
    await this.#options.tell({ what, file: this.#name, line, id, reasons });
  }
}

const sentenceOf = ({ field, sentence }: Finding) => (field === '' ? sentence : `${field} ${sentence}`);

/** The text of a record, in which a track stands for itself by its digest. */
function textOf(record: RecordOf<LoadedFile>): string {
  if (!('points' in record) || record.points === null) return JSON.stringify(record);
  return JSON.stringify({ ...record, points: trackHash(record.points) });
}

/** About how many characters a track is in a row. */
function sizeOfTrack(record: RecordOf<LoadedFile>): number {
  return 'points' in record && record.points ? record.points.time.length * 10 : 0;
}
