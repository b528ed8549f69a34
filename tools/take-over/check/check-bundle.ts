import type { FileName } from '../bundle/field.ts';
import type { AnyRecord } from '../bundle/files.ts';
import { foreseen } from '../bundle/foreseen.ts';
import { IdSet } from '../bundle/id-set.ts';
import type { Known } from '../bundle/known.ts';
import { manifestOf } from '../bundle/manifest.ts';
import type { Manifest } from '../bundle/manifest.ts';
import type { Bundle } from '../bundle/open.ts';
import { manifestName } from '../bundle/open.ts';
import { anotherDigest, damagedFiles, readRecords } from '../bundle/read-records.ts';
import type { BundleLine, Found } from '../bundle/read-records.ts';
import type { FileFacts } from '../bundle/read-lines.ts';
import { Unusable } from '../bundle/unusable.ts';
import type { Around } from '../load/around.ts';
import { resolverOf } from '../load/conflicts.ts';
import type { Keepers } from '../load/conflicts.ts';
import { isGivenHere } from '../load/given-here.ts';
import { preparedRow } from '../load/kinds.ts';
import type { LoadedFile } from '../load/kinds.ts';

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

/** How a bundle is checked. */
export interface CheckOptions {
  /** Who keeps an address that several people have. */
  keepers?: Keepers;
  /** Whether rows are not made, which reads pictures, GPX files and tracks. */
  isQuick?: boolean;
  /** What is known before the bundle is read, where a database knows more than the bundle. */
  known?: Known;
  /** The ids of records that were made where it is to be loaded. */
  given?: ReadonlyMap<LoadedFile, IdSet>;
  /** The line of a run that the bundle does not have. */
  lineOf?: Around['lineOf'];
}

/** Called with everything that is found; the check goes on when the promise is kept. */
type Report = (found: Found) => void | Promise<void>;

/**
 * Checks a bundle by the rules by which it is loaded, without writing anything: against the table of fields, against itself, and by making
 * the rows of its records. Whatever the bundle contains, it does not throw, except for failures of the machine.
 */
export async function checkBundle(
  bundle: Bundle,
  report: Report,
  { keepers = new Set(), isQuick = false, known: before, given, lineOf }: CheckOptions = {},
): Promise<CheckResult> {
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
  const { change, conflicts } = await resolverOf(bundle, keepers);
  for (const { address, people } of conflicts) {
    const names = people.map(({ id, username }) => `${id} (${username})`).join(', ');
    const sentence = `has ${JSON.stringify(address)} of several people: ${names}; --conflicts says who keeps it`;
    await say({ severity: 'fault', file: bundle.records.get('users')!, line: null, field: 'email', sentence });
  }
  const known = before ?? (await foreseen(bundle));
  if (!before) known.hasAllMessages = manifest?.complete === true;
  const lines = new IdSet();
  const around: Around = {
    bundle,
    taken: manifest?.taken ?? new Date(0).toISOString(),
    keyLengths: manifest?.key_lengths ?? [],
    storePicture: async () => '',
    // Any line will do, for what is asked is whether there is one.
    lineOf: async (id) =>
      lines.has(id) ? { polyline: '??', userId: known.ownerOf(id)!, privacy: 'private' } : await lineOf?.(id),
  };
  for (const [name, file] of bundle.records) {
    const counts: FileCounts = { read: 0, faulty: 0, noted: 0 };
    result.files.set(name, counts);
    const records = readRecords(bundle, name, known, change);
    let next = await records.next();
    for (; !next.done; next = await records.next()) {
      const { line, ...of } = next.value;
      if (!isQuick) await tryRow(name, of, { known, given, around, lines });
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

/** Makes the row of a record as loading does, and adds what is found meanwhile. */
async function tryRow(
  name: FileName,
  of: Omit<BundleLine<FileName>, 'line'>,
  { known, given, around, lines }: { known: Known; given: CheckOptions['given']; around: Around; lines: IdSet },
): Promise<void> {
  if (of.record === null || name === 'stats') return;
  try {
    const { row, notes } = await preparedRow(name as LoadedFile, of.record as AnyRecord, around);
    if (given?.get(name as LoadedFile)?.has(row.id)) throw new Unusable(isGivenHere);
    of.notes.push(...notes.map((sentence) => ({ field: '', sentence })));
    if (name === 'workouts' && row['polyline'] !== '') lines.add(row.id);
  } catch (error) {
    if (!(error instanceof Unusable)) throw error;
    const fault = { field: '', sentence: error.why };
    of.faults.push(fault);
    if (of.id !== null) known.refuse(name, of.id, fault);
  }
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
