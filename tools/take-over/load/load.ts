import { announceTakenOver, beginPreparing, takeOverState } from '../../../src/domain/taking-over/preparing.ts';
import { rebuildAll } from '../../../src/wiring/rebuild-in-bulk.ts';
import { readRecords } from '../bundle/read-records.ts';
import type { BundleLine } from '../bundle/read-records.ts';
import type { FileName } from '../bundle/field.ts';
import type { Around } from './around.ts';
import type { ProcessContext } from '../../../src/domain/context.ts';
import { changeOf } from './conflicts.ts';
import type { Keepers } from './conflicts.ts';
import { lineFrom } from './routes.ts';
import { noCounts } from './counts.ts';
import { FileLoader } from './file-loader.ts';
import type { FileCounts, Reported } from './counts.ts';
import type { LoadedFile } from './kinds.ts';
import { knownBefore } from './known-before.ts';
import { removeGone } from './remove-gone.ts';
import { moveSequences } from './sequences.ts';
import { silently } from './write-batch.ts';

/** What a run of the loader is given besides the bundle. */
export interface LoadOptions extends Omit<Around, 'lineOf'> {
  database: ProcessContext['database'];
  /** Whether records of earlier bundles that are missing in this one are removed. */
  isComplete: boolean;
  /** Who keeps an address that several people have. */
  keepers: Keepers;
  /** Called with everything that is not simply stored; the loader goes on when the promise is kept. */
  report: (reported: Reported) => void | Promise<void>;
  /** Called after each batch. */
  progress?: (file: FileName, counts: FileCounts) => void;
}

/**
 * Loads a bundle: each record is stored, stored with a note, or refused. It reads the whole bundle each time, and the ledger
 * (`taken_record`) says what is there already: so it may be killed and started again at any moment, and a later bundle is a delta.
 * @throws AddressesInConflict before anything is written
 */
export async function loadBundle(options: LoadOptions): Promise<Map<FileName, FileCounts>> {
  const { bundle, database } = options;
  const change = await changeOf(bundle, options.keepers);
  await beginPreparing(database);
  const known = await knownBefore(options);
  const all = new Map<FileName, FileCounts>();
  const loaders = new Map<LoadedFile, FileLoader>();
  for (const name of bundle.records.keys()) {
    const counts = noCounts();
    all.set(name, counts);
    const loader = new FileLoader(name, { ...options, known, lineOf: lineFrom(database) }, counts);
    for await (const line of readRecords(bundle, name, known, change)) await loader.add(line as BundleLine<LoadedFile>);
    await loader.end();
    if (name !== 'stats') loaders.set(name, loader);
  }
  if (options.isComplete) {
    const { preparingSince } = await takeOverState(database);
    await removeGone(database, { loaders, isOpen: preparingSince === null }, all, options.report);
  }
  for (const loader of loaders.values()) await loader.endLast();
  await rebuildAll(database, (work) => silently(database, async (tx) => void (await work(tx))));
  await moveSequences(database);
  await announceTakenOver(database);
  return all;
}
