import type { CheckedRecord } from './check-record.ts';
import { fileNames } from './field.ts';
import type { FileName } from './field.ts';
import { referredFiles } from './files.ts';
import type { RecordOf } from './files.ts';
import { IdSet } from './id-set.ts';
import { kindOfFinding } from './kind-of-finding.ts';
import { NumberMap } from './number-map.ts';
import type { Finding, Lookup } from './read-value.ts';
import { pairOf, uniques } from './uniques.ts';
import type { Unique } from './uniques.ts';

const setsOfFiles = () => Object.fromEntries(fileNames.map((name) => [name, new IdSet()])) as Record<FileName, IdSet>;

const mapsOfFiles = () =>
  Object.fromEntries(fileNames.map((name) => [name, new NumberMap()])) as Record<FileName, NumberMap>;
/** So many causes of refusals are told apart. */
const mostCauses = 500;

/** What was read of a bundle so far: its ids, and what may not come twice. It finds doubled records. */
export class Known implements Lookup {
  readonly hasFile: Lookup['hasFile'];
  /** The lines of accepted friendships by their people, and the last messages of conversations (`foreseen.ts`). */
  readonly friends = new NumberMap();
  readonly lastMessages = new NumberMap();
  /** Whether all messages are known that there are, so that a conversation without any has none. */
  hasAllMessages = false;
  readonly #owners = new NumberMap();
  readonly #ids = setsOfFiles();
  /** The causes of refusals by the ids of what was refused: positions in the list of causes. */
  readonly #refused = mapsOfFiles();
  readonly #causes: string[] = [];
  readonly #earlier = setsOfFiles();
  /** What is unique in the file that is read now. */
  #lines: { file: FileName; of: readonly NumberMap[] } | null = null;

  /** @param hasFile whether the bundle has a file at a path */
  constructor(hasFile: Lookup['hasFile']) {
    this.hasFile = hasFile;
  }

  stateOf(file: FileName, id: number): 'known' | 'refused' | 'unknown' {
    if (this.#ids[file].has(id)) return 'known';
    if (this.#refused[file].get([id, 0]) !== null) return 'refused';
    return this.#earlier[file].has(id) ? 'known' : 'unknown';
  }

  /** Remembers an id to which the bundle may refer although it does not have it, because it was loaded before. */
  knowId(file: FileName, id: number): void {
    this.#earlier[file].add(id);
  }

  /** Remembers whose run an id is. */
  knowOwner(workout: number, user: number): void {
    this.#owners.set([workout, 0], user);
  }

  ownerOf(workout: number): number | null {
    return this.#owners.get([workout, 0]);
  }

  friendsIn(one: number, other: number): number | null {
    return this.friends.get(pairOf(one, other));
  }

  lastMessageOf(conversation: number): number | null | undefined {
    return this.lastMessages.get([conversation, 0]) ?? (this.hasAllMessages ? null : undefined);
  }

  /**
   * Remembers a record of a file, and returns its faults: those that were found before, or that it is doubled. A record with faults
   * is refused, and so is what refers to it. The files are read one after the other.
   */
  remember<Name extends FileName>(name: Name, { record, id, faults }: CheckedRecord<Name>, line: number): Finding[] {
    const doubled = record === null ? [] : this.#doubled(name, record, id, line);
    const all = [...faults, ...doubled].map((fault) => (fault.of ? { ...fault, root: this.#rootOf(fault.of) } : fault));
    if (record !== null && doubled.length === 0) {
      if (id !== null) this.#ids[name].add(id);
      if (name === 'workouts') this.knowOwner(id!, (record as RecordOf<'workouts'>).user);
    } else if (id !== null) {
      // An id that comes twice is that of the first record.
      if (!this.#ids[name].has(id)) this.refuse(name, id, all[0]!);
    }
    return all;
  }

  /** Remembers that a record is refused, and why. What refers to it is refused because of the same. */
  refuse(name: FileName, id: number, { field, sentence, root }: Finding): void {
    const cause = root ?? kindOfFinding(`${name}.jsonl`, field, sentence);
    let at = this.#causes.indexOf(cause);
    if (at === -1) at = this.#causes.length < mostCauses ? this.#causes.push(cause) - 1 : mostCauses - 1;
    this.#refused[name].set([id, 0], at);
    this.#ids[name].delete(id);
  }

  #rootOf({ file, id }: NonNullable<Finding['of']>): string {
    return this.#causes[this.#refused[file].get([id, 0]) ?? 0]!;
  }

  #doubled<Name extends FileName>(
    name: Name,
    record: NonNullable<CheckedRecord<Name>['record']>,
    id: number | null,
    line: number,
  ): Finding[] {
    if (id !== null && this.#ids[name].has(id))
      return [{ field: 'id', sentence: `is ${id}, which an earlier line has` }];
    const own: readonly Unique<Name>[] = uniques[name] ?? [];
    const maps = this.#linesOf(name, own.length);
    const keys = own.map(({ keysOf }) => keysOf(record));
    const found = own.flatMap(({ field, what }, i) => {
      const first = keys[i]!.map((key) => maps[i]!.get(key)).find((other) => other !== null);
      return first === undefined ? [] : [{ field, sentence: `has ${what} of line ${first}` }];
    });
    if (found.length === 0) for (const [i, all] of keys.entries()) for (const key of all) maps[i]!.set(key, line);
    return found;
  }

  /** What is unique in a file. Where another file was read before, what nobody will ask for is forgotten. */
  #linesOf(name: FileName, count: number): readonly NumberMap[] {
    if (this.#lines?.file !== name) {
      const before = this.#lines?.file;
      if (before !== undefined && !referredFiles.has(before))
        [this.#ids[before], this.#refused[before]] = [new IdSet(), new NumberMap()];
      this.#lines = { file: name, of: Array.from({ length: count }, () => new NumberMap()) };
    }
    return this.#lines.of;
  }
}
