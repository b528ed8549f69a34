import { ConfigError } from '../config.ts';
import type { Database } from './database.ts';
import { migrationNames } from './probe.ts';
import { statement } from './statement.ts';

/** The lock is held until the transaction ends. */
const lockStart = statement<{ locked: string }>('lock_start', `select pg_advisory_xact_lock(1917, 1)::text as locked`);

/**
 * Applies the missing migrations, all or none.
 * @throws ConfigError when the database has unknown migrations, because another version of the service made it
 */
export async function migrate(database: Database): Promise<void> {
  // This also creates the table of migrations, on a connection of its own.
  if (await isMigrated(database)) return;
  const others = (await database.orm.migrator.getExecuted()).filter(({ name }) => !migrationNames.includes(name));
  if (others.length > 0) {
    const setting = database.kind === 'embedded' ? 'DATA_DIR' : 'DATABASE_URL';
    throw new ConfigError(`${setting}: another version of the service has made this database; use an empty one`);
  }
  await database.transaction(
    async (tx) => {
      const em = await tx.em();
      await database.orm.migrator.up({ transaction: em.getTransactionContext() });
    },
    { unhurried: true },
  );
}

/** Whether every migration is applied. */
export async function isMigrated(database: Database): Promise<boolean> {
  return (await database.orm.migrator.getPending()).length === 0;
}

/**
 * Runs work that only one process at a time may do with a database, such as creating its tables. Other processes wait.
 */
export function alone<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  // The embedded database belongs to one process.
  if (database.kind === 'embedded') return work();
  return database.transaction(
    async (tx) => {
      await tx.one(lockStart, []);
      return work();
    },
    { unhurried: true },
  );
}
