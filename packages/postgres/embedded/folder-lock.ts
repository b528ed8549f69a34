import { fork } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
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

/** The folder of a database that is being made, before it has its name. */
const unnamed = /^database-\d+-\d+$/;

/** Options of V8 for PostgreSQL: to optimize one of its functions (the interpreter of expressions) takes 600 MB, and gains nothing that was measured. */
export const baseline = ['--liftoff-only', '--no-wasm-tier-up', '--no-wasm-dynamic-tiering'] as const;

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
  for (const name of readdirSync(dataDir)) if (unnamed.test(name)) rmSync(join(dataDir, name), { recursive: true });
  // A process that outlives this one for a moment writes into a folder that nobody else uses.
  const fresh = join(dataDir, `database-${process.pid}-${Date.now()}`);
  // Only this user may read the folder, as PostgreSQL requires, because it contains password hashes and messages.
  mkdirSync(fresh, { mode: 0o700 });
  const program = fileURLToPath(new URL('./initialize-folder.js', import.meta.url));
  const [code] = (await once(fork(program, [fresh], { execArgv: [...baseline] }), 'exit')) as [number | null];
  if (code !== 0) throw new Error(`the database could not be made in ${fresh}`);
  renameSync(fresh, folder);
  const made = await make();
  rmSync(mark);
  return made;
}
