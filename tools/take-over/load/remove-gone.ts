import type { Database } from '../../../src/platform/database/database.ts';
import type { FileName } from '../bundle/field.ts';
import type { FileCounts, Reported } from './counts.ts';
import type { FileLoader } from './file-loader.ts';
import type { Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import type { LoadedFile } from './kinds.ts';
import { ledger } from './ledger.ts';
import { lock, silently } from './write-batch.ts';

/**
 * Removes the records of earlier bundles that a complete one no longer has, whatever was changed of them here: the old service has deleted
 * them. What people have written below them here goes along, as if they were deleted here, and is reported; where a deletion here would
 * not do that, the record stays. Only files that the bundle has are looked at, in the order in which nothing refers to what is removed. A
 * file in which a record has no id that can be read removes nothing, because that may be the one that is missing.
 */
export async function removeGone(
  database: Database,
  { loaders, isOpen }: { loaders: ReadonlyMap<LoadedFile, FileLoader>; isOpen: boolean },
  counts: ReadonlyMap<FileName, FileCounts>,
  report: (reported: Reported) => void | Promise<void>,
): Promise<void> {
  for (const [name, { seen, hasAllIds }] of [...loaders].toReversed()) {
    const { remove, inUse, staysInUse } = kinds[name] as Kind<LoadedFile>;
    const told = (what: Reported['what'], id: number | null, reason: string) =>
      report({ what, file: name, line: 0, id, reasons: [reason] });
    if (!hasAllIds) {
      await told('kept', null, 'nothing is removed, because the ids of some records could not be read');
      continue;
    }
    for await (const page of ledger.ids(database.unhurried, name)) {
      const missing = page.filter((id) => !seen.has(id));
      if (missing.length === 0) continue;
      const { used, removed } = await silently(database, async (tx) => {
        await lock(tx, name, missing);
        const used = new Set(isOpen && inUse ? (await tx.all(inUse, [missing])).map(({ id }) => id) : []);
        const gone = staysInUse ? missing.filter((id) => !used.has(id)) : missing;
        const removed = await tx.all(remove, [gone]);
        await ledger.forget(tx, name, gone);
        return { used, removed };
      });
      counts.get(name)!.removed += removed.length;
      for (const id of used)
        await (staysInUse
          ? told('kept', id, 'is gone from the bundle, and stays, because people have written below it here')
          : told(
              'changed',
              id,
              'is gone from the bundle, and was removed with what people have written below it here',
            ));
    }
  }
}
