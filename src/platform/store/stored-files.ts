import type { Database } from '../database/database.ts';
import { statement } from '../database/statement.ts';
import type { PictureStore } from './picture-store.ts';

/** The number of keys that are swept at a time, and of those that are read at a time to be copied. */
const [swept, read] = [100, 200];

/** The files of a store, of which a table of the database has one row for each key. */
export interface StoredFiles extends ReturnType<typeof statementsOf> {
  /** All files that can exist under a key. */
  names: readonly string[];
  contentTypeOf(name: string, bytes: Buffer): string;
}

/**
 * Declares the files of a store. A row of the table `…_file` is written before its files, so that the database lists all files
 * in the store. From its `doomed_date` on, the files may be removed, and then the row.
 * @param unused the condition that nothing refers to the row `f`
 */
export function storedFiles(
  kind: 'picture' | 'recording',
  unused: string,
  files: Pick<StoredFiles, 'names' | 'contentTypeOf'>,
): StoredFiles {
  return { ...statementsOf(kind, unused), ...files };
}

function statementsOf(kind: 'picture' | 'recording', unused: string) {
  const table = `${kind}_file`;
  return {
    /** Selects files without references. Those of the last hour may be on their way into the store. */
    doomOrphans: statement.write(
      `sweep_${kind}_orphans`,
      `update ${table} f set doomed_date = now()
       where f.doomed_date is null and f.created_date < now() - interval '1 hour' and ${unused}`,
    ),
    /** Claims some of the files that are to be removed. Files that are not removed within ten minutes are claimed again. */
    takeDoomed: statement.write<{ key: string }>(
      `sweep_${kind}_files`,
      `update ${table} set doomed_date = now() + interval '10 minutes' where key in (
         select f.key from ${table} f where f.doomed_date <= now() and ${unused}
         limit ${swept} for update skip locked
       ) returning key`,
    ),
    /** `$1` keys whose files are removed. */
    forget: statement.write(`sweep_${kind}_rows`, `delete from ${table} where key = any($1::text[])`),
    /** `$1` is the last key before. Files that are about to be removed are not copied. */
    keysAfter: statement.read<{ key: string }>(
      `keys_of_${kind}s`,
      `select key from ${table} where key > $1 and doomed_date is null order by key limit ${read}`,
      { all: 'a command of the operator copies all files' },
    ),
  };
}

/** Removes the files that are to be removed. Several processes may run it at the same time. Returns the number of keys. */
export async function sweepFiles(
  { unhurried }: Pick<Database, 'unhurried'>,
  files: StoredFiles,
  store: PictureStore,
): Promise<number> {
  let removed = 0;
  for (;;) {
    const keys = (await unhurried.all(files.takeDoomed, [])).map(({ key }) => key);
    for (const key of keys) await store.remove(key, files.names);
    if (keys.length > 0) await unhurried.all(files.forget, [keys]);
    removed += keys.length;
    if (keys.length < swept) return removed;
  }
}

/** The keys of all files that are not about to be removed. */
export async function* keysOf(
  { unhurried }: Pick<Database, 'unhurried'>,
  files: StoredFiles,
): AsyncGenerator<string[]> {
  for (let after = ''; ;) {
    const keys = (await unhurried.all(files.keysAfter, [after])).map(({ key }) => key);
    yield keys;
    if (keys.length < read) return;
    after = keys.at(-1) ?? after;
  }
}
