import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { checkRecord } from './check-record.ts';
import type { CheckedRecord } from './check-record.ts';
import type { FileName } from './field.ts';
import type { AnyRecord } from './files.ts';
import type { Known } from './known.ts';
import type { Manifest } from './manifest.ts';
import type { Bundle } from './open.ts';
import { readLines } from './read-lines.ts';
import type { Finding } from './read-value.ts';
import type { FileFacts } from './read-lines.ts';

/** Something that was found in a bundle. */
export interface Found {
  severity: 'fault' | 'note';
  /** The name of the file. */
  file: string;
  /** From 1; null where it is about the whole file. */
  line: number | null;
  /** The name of the field; empty where it is about the whole line. */
  field: string;
  /** The end of a sentence that begins with the field, the line or the file. */
  sentence: string;
  /** The kind of the fault from which it follows (`kindOfFinding`), where a record is refused because it refers to a refused one. */
  root?: string;
}

/** A record of a bundle with everything that was found. */
export interface BundleLine<Name extends FileName> extends CheckedRecord<Name> {
  line: number;
}

/** Changes a good record before it is compared with others. Returns what is noted about it, or null. */
export type Change = (name: FileName, record: AnyRecord) => Finding | null;

/**
 * Reads a file of a bundle, record by record, with the faults and notes of each, those of doubled records included. `known` is that
 * of the files before. It is how loading reads as well.
 */
export async function* readRecords<Name extends FileName>(
  bundle: Bundle,
  name: Name,
  known: Known,
  change?: Change,
): AsyncGenerator<BundleLine<Name>, FileFacts | null, undefined> {
  const file = bundle.records.get(name);
  if (file === undefined) return null;
  const lines = readLines(bundle.pathOf(file));
  for (;;) {
    const next = await lines.next();
    if (next.done) return next.value;
    const { line } = next.value;
    if ('fault' in next.value) {
      yield { line, record: null, id: null, notes: [], faults: [{ field: '', sentence: next.value.fault }] };
      continue;
    }
    const checked = checkRecord(name, next.value.record, known);
    const changed = checked.record && change?.(name, checked.record as AnyRecord);
    if (changed) checked.notes.push(changed);
    const faults = known.remember(name, checked, line);
    yield { ...checked, line, faults, record: faults.length === 0 ? checked.record : null };
  }
}

/** Finds the files that are not as the manifest says: they are missing, or have another digest. */
export async function* damagedFiles(bundle: Bundle, files: Manifest['files']): AsyncGenerator<Found, void, undefined> {
  for (const { name, sha256 } of files) {
    const file = bundle.records.get(name as FileName) ?? name;
    const fault = (sentence: string): Found => ({ severity: 'fault', file, line: null, field: '', sentence });
    if (!bundle.hasFile(file)) yield fault('is in the manifest, and not in the bundle');
    else if (sha256 !== null) {
      const digest = createHash('sha256');
      await pipeline(createReadStream(bundle.pathOf(file)), digest);
      if (digest.digest('hex') !== sha256) yield fault(anotherDigest);
    }
  }
}

/** What is said of a file that is not the one of the manifest. */
export const anotherDigest = 'has another SHA-256 than the manifest says';
