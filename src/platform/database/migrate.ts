import { ConfigError } from '../config.ts';
import type { Database } from './database.ts';
import { migrationNames } from './probe.ts';
import { statement } from './statement.ts';

/** Held until the transaction ends. */
const lockStart = statement<{ locked: string }>('lock_start', `select pg_advisory_xact_lock(1917, 1)::text as locked`);

/**
 * Applies the migrations that the database lacks, all or none.
 * @throws ConfigError when it has others than these: another version made it, which ours cannot go on from
 */
export async function migrate(database: Database): Promise<void> {
  // That makes the table of migrations, too, on a connection of its own.
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

/** Runs what only one process at a time may do to a database: making its tables. The others wait for their turn. */
export function alone<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  // The embedded one belongs to one process.
  if (database.kind === 'embedded') return work();
  return database.transaction(
    async (tx) => {
      await tx.one(lockStart, []);
      return work();
    },
    { unhurried: true },
  );
}
