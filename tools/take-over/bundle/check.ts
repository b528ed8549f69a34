import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { checkRecord } from './check-record.ts';
import type { CheckedRecord } from './check-record.ts';
import type { FileName } from './field.ts';
import type { AnyRecord } from './files.ts';
import { foreseen } from './foreseen.ts';
import type { Known } from './known.ts';
import { manifestOf } from './manifest.ts';
import type { Manifest } from './manifest.ts';
import type { Bundle } from './open.ts';
import { manifestName } from './open.ts';
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
}

/** What was counted in a file of records. */
export interface FileCounts {
  /** Records that were read, good and faulty ones. */
  read: number;
  /** Of these, the ones that loading refuses. */
  faulty: number;
  /** Of the good ones, those that are stored with a note. */
  noted: number;
}

/** The result of a check. */
export interface CheckResult {
  files: Map<FileName, FileCounts>;
  /** Faults of all kinds, also of the manifest and of whole files. */
  faults: number;
  notes: number;
}

/** Called with everything that is found; the check goes on when the promise is kept. */
type Report = (found: Found) => void | Promise<void>;

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

/**
 * Checks a bundle against the table of fields and against itself, without a database. Whatever the bundle contains, it does not
 * throw, except for failures of the machine.
 */
export async function checkBundle(bundle: Bundle, report: Report): Promise<CheckResult> {
  const result: CheckResult = { files: new Map(), faults: 0, notes: 0 };
  const say = async (found: Found) => {
    result[found.severity === 'fault' ? 'faults' : 'notes']++;
    await report(found);
  };
  const { manifest, notes, faults } = manifestOf(bundle);
  for (const each of faults) await say({ severity: 'fault', file: manifestName, line: null, ...each });
  for (const each of notes) await say({ severity: 'note', file: manifestName, line: null, ...each });
  for (const file of bundle.strangers)
    await say({ severity: 'note', file, line: null, field: '', sentence: 'is no file of the format; it is ignored' });
  const known = await foreseen(bundle);
  known.hasAllMessages = manifest?.complete === true;
  for (const [name, file] of bundle.records) {
    const counts: FileCounts = { read: 0, faulty: 0, noted: 0 };
    result.files.set(name, counts);
    const records = readRecords(bundle, name, known);
    let next = await records.next();
    for (; !next.done; next = await records.next()) {
      const { line, ...of } = next.value;
      counts.read++;
      if (of.faults.length > 0) counts.faulty++;
      else if (of.notes.length > 0) counts.noted++;
      for (const each of of.faults) await say({ severity: 'fault', file, line, ...each });
      if (of.faults.length === 0) for (const each of of.notes) await say({ severity: 'note', file, line, ...each });
    }
    for (const sentence of differences(manifest, file, next.value))
      await say({ severity: 'fault', file, line: null, field: '', sentence });
  }
  await checkOtherFiles(bundle, manifest, say);
  return result;
}

/** What a file has otherwise than the manifest says. */
function differences(manifest: Manifest | null, file: string, facts: FileFacts | null): string[] {
  const said = manifest?.files.find(({ name }) => name === file || name === file.replace(/\.jsonl(?:\.gz)?$/, ''));
  if (!said || !facts) return [];
  const sentences: string[] = [];
  if (said.rows !== null && said.rows !== facts.rows)
    sentences.push(`has ${facts.rows} records, and the manifest says ${said.rows}`);
  if (said.sha256 !== null && said.sha256 !== facts.sha256) sentences.push(anotherDigest);
  return sentences;
}

/** Compares the other files that the manifest names. */
async function checkOtherFiles(bundle: Bundle, manifest: Manifest | null, say: (found: Found) => Promise<void>) {
  const read = new Set([...bundle.records].flatMap(([name, file]) => [name as string, file]));
  const others = manifest?.files.filter(({ name }) => !read.has(name)) ?? [];
  for await (const found of damagedFiles(bundle, others)) await say(found);
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

const anotherDigest = 'has another SHA-256 than the manifest says';
