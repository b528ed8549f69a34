import type { Database } from '../../platform/database/database.ts';
import type { FileName } from '../bundle/field.ts';
import type { FileCounts, Reported } from './counts.ts';
import type { FileLoader } from './file-loader.ts';
import type { Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import type { LoadedFile } from './kinds.ts';
import { ledger } from './ledger.ts';
import { silently } from './write-batch.ts';

/**
 * Removes the records of earlier bundles that a complete one no longer has: the old service has deleted them. What was changed here
 * since stays, and is reported; so does that below which people have written here, once the service is open. Only files that the bundle
 * has are looked at, in the order in which nothing refers to what is removed. A file in which a record has no id that can be read
 * removes nothing, because that may be the one that is missing.
 */
export async function removeGone(
  database: Database,
  { loaders, isOpen }: { loaders: ReadonlyMap<LoadedFile, FileLoader>; isOpen: boolean },
  counts: ReadonlyMap<FileName, FileCounts>,
  report: (reported: Reported) => void | Promise<void>,
): Promise<void> {
  for (const [name, { seen, hasAllIds }] of [...loaders].toReversed()) {
    const { remove, inUse } = kinds[name] as Kind<LoadedFile>;
    const stays = (id: number | null, reason: string) =>
      report({ what: 'kept', file: name, line: 0, id, reasons: [reason] });
    if (!hasAllIds) {
      await stays(null, 'nothing is removed, because the ids of some records could not be read');
      continue;
    }
    for (let after = 0; ;) {
      const page = await ledger.after(database.unhurried, name, after);
      if (page.length === 0) break;
      after = page.at(-1)!.id;
      const gone = page.filter(({ id }) => !seen.has(id));
      if (gone.length === 0) continue;
      const asLoaded = await ledger.asLoaded(database.unhurried, name, gone);
      for (const { id } of gone)
        if (!asLoaded.has(id)) await stays(id, 'is gone from the bundle, and was changed or deleted here');
      if (isOpen && inUse)
        for (const { id } of await database.unhurried.all(inUse, [[...asLoaded]])) {
          asLoaded.delete(id);
          await stays(id, 'is gone from the bundle, and stays, because people have written below it here');
        }
      if (asLoaded.size === 0) continue;
      await silently(database, async (tx) => {
        await tx.all(remove, [[...asLoaded]]);
        await ledger.forget(tx, name, [...asLoaded]);
      });
      counts.get(name)!.removed += asLoaded.size;
    }
  }
}
