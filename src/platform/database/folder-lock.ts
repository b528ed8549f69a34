import { chmodSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ConfigError } from '../config.ts';

/**
 * Takes the embedded database's folder for this process: two that write to it would ruin it. It is a lock of the
 * operating system (SQLite takes it on an empty file), so it is gone with the process however that ends, and it holds
 * between containers that share the folder.
 * @returns gives the folder back
 * @throws ConfigError when another process has it
 */
export function lockFolder(dataDir: string): () => void {
  const file = new DatabaseSync(join(dataDir, 'database.lock'));
  try {
    file.exec('pragma journal_mode = memory; begin exclusive');
  } catch (error) {
    file.close();
    if ((error as { errcode?: number }).errcode !== busy) throw error;
    throw new ConfigError(
      `DATA_DIR: the database in ${dataDir} is open in another process; stop that one, or choose another folder`,
    );
  }
  return () => file.close();
}

const busy = 5;

/**
 * Runs what fills a new database folder. When the process dies meanwhile, the next start finds the mark and begins anew:
 * PostgreSQL cannot open a folder that is half made. Under `lockFolder`.
 */
export async function makeFolder<T>(dataDir: string, folder: string, make: () => Promise<T>): Promise<T> {
  const mark = join(dataDir, 'database.unfinished');
  if (existsSync(mark)) rmSync(folder, { recursive: true, force: true });
  else if (existsSync(folder)) {
    chmodSync(folder, 0o700);
    return make();
  }
  writeFileSync(mark, 'The folder "database" is being made. If this file outlives that, both can be deleted.\n');
  // As PostgreSQL itself wants it: nobody else reads password hashes and messages there.
  mkdirSync(folder, { mode: 0o700 });
  const made = await make();
  rmSync(mark);
  return made;
}
