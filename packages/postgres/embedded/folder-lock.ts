import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Given } from '../interface/given.ts';

/** The folder of the embedded database; `memory://` for tests without a restart. */
export function embeddedFolder(dataDir: string): string {
  return dataDir === 'memory://' ? dataDir : resolve(dataDir, 'database');
}

/**
 * Locks the folder of the embedded database for this process, because two processes that write to it would corrupt it.
 * It is a lock of the operating system, which SQLite takes on an empty file. It ends with the process, however that
 * ends, and also works between containers that share the folder.
 * @returns a function that releases the lock
 * @throws Failures.misconfigured when another process has locked it
 */
export function lockFolder(dataDir: string, { failures, settings }: Pick<Given, 'failures' | 'settings'>): () => void {
  // Commands that lock nothing don't load it.
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite');
  const file = new DatabaseSync(join(dataDir, 'database.lock'));
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw failures.misconfigured(
      `${settings.dataDir}: the database in ${dataDir} is open in another process; stop that one, or choose another folder`,
    );
  }
  return () => file.close();
}

const busy = 5;

/**
 * Runs the function that fills a new database folder. If the process dies in the meantime, the next start finds a
 * marker file and starts again, because PostgreSQL cannot open an incomplete folder. The folder must be locked.
 */
export async function makeFolder<T>(dataDir: string, folder: string, make: () => Promise<T>): Promise<T> {
  const mark = join(dataDir, 'database.unfinished');
  if (existsSync(mark)) rmSync(folder, { recursive: true, force: true });
  else if (existsSync(folder)) {
    chmodSync(folder, 0o700);
    return make();
  }
  writeFileSync(mark, 'The folder "database" is being made. If this file outlives that, both can be deleted.\n');
  // Only this user may read the folder, as PostgreSQL requires, because it contains password hashes and messages.
  mkdirSync(folder, { mode: 0o700 });
  const made = await make();
  rmSync(mark);
  return made;
}
