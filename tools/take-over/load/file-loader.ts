import { hash } from 'node:crypto';
import { trackHash } from '@runners/recordings';
import type { BundleLine } from '../bundle/read-records.ts';
import type { FileName } from '../bundle/field.ts';
import type { Around } from './around.ts';
import { attachmentsOf } from './attachments.ts';
import type { AnyRecord, RecordOf } from '../bundle/files.ts';
import { IdSet } from '../bundle/id-set.ts';
import type { Known as KnownOfBundle } from '../bundle/known.ts';
import type { Finding } from '../bundle/read-value.ts';
import { Unusable } from '../bundle/unusable.ts';
import type { FileCounts, Reported } from './counts.ts';
import { withInherited } from './inherited.ts';
import { kinds, ledgerId, preparedRow } from './kinds.ts';
import type { LoadedFile } from './kinds.ts';
import { ledger } from './ledger.ts';
import type { Known } from './ledger.ts';
import type { LoadOptions } from './load.ts';
import { mergeChanged } from './merge.ts';
import { writeBatch } from './write-batch.ts';
import type { Item, Ready, Refusal } from './write-batch.ts';

/** Numbers of written records of a file after which statistics are collected again: plans that were made for empty tables are slow. */
const collected: ReadonlySet<number> = new Set([1, 10, 100, 1000].map((thousands) => thousands * 1000));

/** So many refused records of a file are tried again, because a record that had their value, or that they refer to, may have changed. */
const mostAgain = { records: 1000, characters: 20_000_000 };

/** The largest batch of records, and the characters of rows that are written together: each is one transaction. */
const most = { records: 500, characters: 2_000_000, ofRows: 8_000_000 };

/** When records are stored: as they come, at the end of their file, and after what is gone was removed. */
type Pass = 'first' | 'second' | 'last';

/** What a file is loaded with, and what is told of the records that are refused only here. */
type LoaderOptions = LoadOptions & Around & { known: Pick<KnownOfBundle, 'refuse'> };

/** Loads the records of one file in batches. */
export class FileLoader {
  readonly seen = new IdSet();
  /** Whether the ids of all records were read, so that an id that was not seen is gone. */
  hasAllIds = true;
  readonly #name: FileName;
  readonly #options: LoaderOptions;
  readonly #counts: FileCounts;
  #batch: Item[] = [];
  #pass: Pass = 'first';
  /** What was refused and is tried again in the next pass. */
  #again: Item[] = [];
  #againCharacters = 0;
  #characters = 0;

  constructor(name: FileName, options: LoaderOptions, counts: FileCounts) {
    this.#name = name;
    this.#options = options;
    this.#counts = counts;
  }

  async add({ line, id, record, notes, faults }: BundleLine<LoadedFile>): Promise<void> {
    this.#counts.read++;
    if (record === null) {
      // What is refused is not gone.
      if (id !== null) this.seen.add(id);
      else if (this.#name !== 'stats') this.hasAllIds = false;
      return this.#report('refused', line, id, faults.map(sentenceOf), faults[0]?.root);
    }
    if (this.#name === 'stats') {
      this.#counts.stored++;
      return;
    }
    const text = textOf(record) + (await attachmentsOf(record as AnyRecord, this.#options.bundle));
    const own = ledgerId(this.#name, record as never);
    this.seen.add(own);
    const characters = text.length + sizeOfTrack(record);
    const content = digest(text);
    this.#batch.push({ line, id: own, record, own: content, content, characters, notes });
    this.#characters += characters;
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
    await this.#tryAgain('second');
  }

  /** Stores what could not be stored because of a record that is gone. */
  endLast(): Promise<void> {
    return this.#tryAgain('last');
  }

  async #tryAgain(pass: Pass): Promise<void> {
    const again = this.#again;
    this.#again = [];
    this.#againCharacters = 0;
    this.#pass = pass;
    if (again.length > 0) await this.#store(again, this.#name as LoadedFile);
  }

  /** Whether a record that was refused is tried again: those that refer to something only once that may have come. */
  #isForLater({ characters }: Item, why: Refusal): boolean {
    const isLater =
      this.#pass === 'last' ? false : this.#options.isComplete || (this.#pass === 'first' && why === 'taken');
    if (!isLater || why === 'other' || why === 'foreign' || this.#again.length >= mostAgain.records) return false;
    if (this.#againCharacters + characters > mostAgain.characters) return false;
    this.#againCharacters += characters;
    return true;
  }

  async #store(read: readonly Item[], name: LoadedFile): Promise<void> {
    const { database } = this.#options;
    const batch = await withInherited(database.unhurried, name, read);
    const found = await ledger.find(
      database.unhurried,
      name,
      batch.map(({ id }) => id),
    );
    const before = new Map(found.map((one) => [one.id, one]));
    let ready: Ready[] = [];
    let characters = 0;
    for (const item of batch) {
      const old = before.get(item.id);
      if (old?.content === item.content) await this.#accept(item);
      else {
        const prepared = await this.#prepared(item, name, old);
        if (!prepared) continue;
        ready.push(prepared);
        characters += sizeOf(prepared);
        if (characters < most.ofRows) continue;
        await this.#write(ready, name);
        [ready, characters] = [[], 0];
      }
    }
    await this.#write(ready, name);
  }

  /** Stores rows, and again those that people have changed here meanwhile. */
  async #write(given: readonly Ready[], name: LoadedFile): Promise<void> {
    for (let left = given; left.length > 0;) {
      const changed = await this.#writeOnce(left, name);
      left = left.filter(({ row }) => changed.has(row.id));
    }
  }

  /** @returns the ids of the rows that people have changed here meanwhile */
  async #writeOnce(given: readonly Ready[], name: LoadedFile): Promise<ReadonlySet<number>> {
    const { database } = this.#options;
    const before = given.flatMap(({ known }) => known ?? []);
    const asLoaded = await ledger.asLoaded(database.unhurried, name, before);
    const isChanged = ({ item, known }: Ready) => known !== undefined && !asLoaded.has(item.id);
    const ready = given.flatMap((one): Ready[] =>
      isChanged(one) ? [] : [{ ...one, seen: asLoaded.get(one.item.id) }],
    );
    ready.push(...(await mergeChanged(database, name, given.filter(isChanged))));
    const refused = new Map<Item, string>();
    const again = new Set<Item>();
    const changed = await writeBatch(database, name, ready, (item, sentence, why) => {
      if (this.#isForLater(item, why)) again.add(item);
      else refused.set(item, sentence);
    });
    let isTime = false;
    for (const { item, row, notes, known: before, stays = [], isSettled } of ready) {
      if (changed.has(row.id)) continue;
      const why = refused.get(item);
      if (again.has(item)) this.#again.push(item);
      else if (why !== undefined) await this.#refuse(item, why, before);
      else {
        if (!isSettled) this.#counts.written++;
        isTime ||= !isSettled && collected.has(this.#counts.written);
        await this.#accept(item, notes);
        if (stays.length === 0) continue;
        this.#counts.kept++;
        await this.#report('kept', item.line, item.id, stays);
      }
    }
    // What is refused as a whole takes away all the same.
    const known = given.filter(({ item, known: one }) => one && refused.has(item) && kinds[name].stored);
    await writeBatch(database, name, await mergeChanged(database, name, known, { isRefused: true }), () => {});
    if (isTime) await database.execute({ text: 'analyze', values: [] }, { unhurried: true });
    return changed;
  }

  /** The row of a record, with the notes of making it; null if it was refused. */
  async #prepared(item: Item, name: LoadedFile, known: Known | undefined): Promise<Ready | null> {
    try {
      const { row, notes } = await preparedRow(name, item.record as AnyRecord, this.#options);
      return { item, row, notes, known };
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      await this.#refuse(item, error.why, known);
      return null;
    }
  }

  /** Refuses a record. What comes later is stored without it, or refused as well, unless it is here since an earlier bundle. */
  async #refuse({ line, id }: Item, sentence: string, before: Known | undefined): Promise<void> {
    if (!before) this.#options.known.refuse(this.#name, id, { field: '', sentence });
    await this.#report('refused', line, id, [sentence]);
  }

  /** Counts a record that is stored, and reports what was noted when it was read and when its row was made. */
  async #accept({ line, id, notes }: Item, more: readonly string[] = []): Promise<void> {
    const reasons = [...notes.map(sentenceOf), ...more];
    this.#counts[reasons.length > 0 ? 'changed' : 'stored']++;
    if (reasons.length > 0) await this.#report('changed', line, id, reasons);
  }

  async #report(
    what: Reported['what'],
    line: number,
    id: number | null,
    reasons: readonly string[],
    root?: string,
  ): Promise<void> {
    if (what === 'refused') this.#counts.refused++;
    await this.#options.report({ what, file: this.#name, line, id, reasons, ...(root !== undefined && { root }) });
  }
}

const digest = (text: string) => hash('sha256', text).slice(0, 32);

const sentenceOf = ({ field, sentence }: Finding) => (field === '' ? sentence : `${field} ${sentence}`);

/** The text of a record, in which a track stands for itself by its digest. When somebody has signed in there changes nothing here. */
function textOf(record: RecordOf<LoadedFile>): string {
  if ('last_login' in record) return JSON.stringify({ ...record, last_login: undefined });
  if (!('points' in record) || record.points === null) return JSON.stringify(record);
  return JSON.stringify({ ...record, points: trackHash(record.points) });
}

/** About how many characters a track is in a row. */
function sizeOfTrack(record: RecordOf<LoadedFile>): number {
  return 'points' in record && record.points ? record.points.time.length * 10 : 0;
}

/** About how many characters a row is: those of its packed tracks and texts. */
function sizeOf({ row }: Ready): number {
  let characters = 0;
  for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length;
  return characters;
}
