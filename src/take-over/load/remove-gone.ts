import type { Database } from '../../platform/database/database.ts';
import type { FileName } from '../bundle/field.ts';
import type { IdSet } from '../bundle/id-set.ts';
import type { FileCounts, Told } from './counts.ts';
import type { Kind } from './kind.ts';
import { kinds } from './kinds.ts';
import type { LoadedFile } from './kinds.ts';
import { ledger } from './ledger.ts';
import { silently } from './write-batch.ts';

/**
 * Removes the records of earlier bundles that a complete one no longer has: the old service has deleted them. What was changed here
 * since stays, and is told. Only files that the bundle has are looked at, in the order in which nothing refers to what is removed.
 */
export async function removeGone(
  database: Database,
  seen: ReadonlyMap<LoadedFile, IdSet>,
  counts: ReadonlyMap<FileName, FileCounts>,
  tell: (told: Told) => void | Promise<void>,
): Promise<void> {
  for (const [name, ids] of [...seen].toReversed()) {
    const { remove } = kinds[name] as Kind<LoadedFile>;
    for (let after = 0; ;) {
      const page = await ledger.after(database.unhurried, name, after);
      if (page.length === 0) break;
      after = page.at(-1)!.id;
      const gone = page.filter(({ id }) => !ids.has(id));
      if (gone.length === 0) continue;
      const asLoaded = await ledger.asLoaded(database.unhurried, name, gone);
      for (const { id } of gone)
        if (!asLoaded.has(id))
          await tell({
            what: 'kept',
            file: name,
            line: 0,
            id,
            reasons: ['is gone from the bundle, and was changed or deleted here'],
          });
      if (asLoaded.size === 0) continue;
      await silently(database, async (tx) => {
        await tx.all(remove, [[...asLoaded]]);
        await ledger.forget(tx, name, [...asLoaded]);
      });
      counts.get(name)!.removed += asLoaded.size;
    }
  }
}
