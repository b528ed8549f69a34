import type { FileName } from '../bundle/field.ts';

/** What became of the records of a file. Those that were read are stored, stored with a note, or refused. */
export interface FileCounts {
  read: number;
  /** Stored as they are, also by an earlier run. */
  stored: number;
  /** Stored with a note of what was changed. */
  changed: number;
  refused: number;
  /** Of those that were stored or changed: written by this run. */
  written: number;
  /** Of those that were stored or changed: with something that was changed here since the record was loaded, and stays. */
  kept: number;
  /** Records of earlier bundles that are missing in this complete one, and were removed. */
  removed: number;
}

/** Something that is reported about a record. */
export interface Reported {
  /** `changed`: stored with a note; `kept`: something was changed here since, which stays; `refused`: not stored. */
  what: 'changed' | 'kept' | 'refused';
  file: FileName;
  line: number;
  id: number | null;
  reasons: readonly string[];
  /** Why the record was refused to which it refers, where that is why it is refused. */
  root?: string;
}

/** Counts of a file in which nothing was read yet. */
export function noCounts(): FileCounts {
  return { read: 0, stored: 0, changed: 0, refused: 0, written: 0, kept: 0, removed: 0 };
}
